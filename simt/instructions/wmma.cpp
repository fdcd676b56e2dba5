#include <algorithm>
#include <cstring>

#include "simt/execution/kernel_program.hpp"
#include "simt/instructions/mma_modifiers.hpp"
#include "simt/memory/memory_access.hpp"

// wmma.load, wmma.store and wmma.mma. The PTX ISA leaves open which lane holds which element; here
// it is as on an H100, since programs have come to rely on it. A lane moves a register at a time
// where its elements are neighbours in memory, otherwise an element at a time.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// Where the element of a lane is, in bits behind the matrix's begin.
u64 bit_offset(const stored_matrix& matrix, unsigned element, unsigned lane, u64 stride) {
  const unsigned place = matrix.registers.place[element * 32 + lane];
  const unsigned row = place / matrix.columns, column = place % matrix.columns;
  const unsigned major = matrix.row_major ? row : column;
  const unsigned minor = matrix.row_major ? column : row;
  return major * stride * matrix.stride_bits + u64{minor} * matrix.registers.bits;
}

// Moves `bytes` bytes of each lane between memory and the registers' slots, `shift` bits up.
template <bool loads>
void move_part(lane_context& context, const instruction& in, const access& part, u32 slot,
               unsigned shift) {
  lane_pointers pointers;
  const u32 good = resolve(context, in, part, pointers);
  for_each_lane(good, [&](unsigned lane) {
    u64 bits = 0;
    auto* word = lanes_at<u32>(context, slot) + lane;
    auto* wide = lanes_at<u64>(context, slot) + lane;
    if constexpr (loads) {
      std::memcpy(&bits, pointers[lane], part.size);
      if (part.size == 8)
        *wide = bits;
      else
        *word |= static_cast<u32>(bits) << shift;
    } else {
      bits = part.size == 8 ? *wide : *word >> shift;
      std::memcpy(pointers[lane], &bits, part.size);
    }
  });
}

// op[4] is the address, op[3] the stride in elements, `target` the index of the stored_matrix.
template <bool loads>
void move_matrix(lane_context& context, const instruction& in, u32 active) {
  const stored_matrix& matrix = context.program->matrices[in.target];
  const fragment& registers = matrix.registers;
  const unsigned per = registers.per_register();
  const unsigned step = matrix.words_are_whole ? per : 1;
  const u32* strides = lanes_at<u32>(context, in.op[3]);
  lane_addresses begin;
  read_addresses(context, in, active, begin);
  if constexpr (!loads) {
    context.polls = 0;
    ++context.changes;
  }
  for (unsigned e = 0; e < registers.elements; e += step) {
    const u32 slot = matrix.slots[e / per];
    access request;
    request.space = static_cast<state_space>(matrix.space);
    request.kind = loads ? access_kind::load : access_kind::store;
    request.size = std::max(1u, step * registers.bits / 8);
    request.active = active;
    for_each_lane(active, [&](unsigned lane) {
      request.address[lane] = begin[lane] + bit_offset(matrix, e, lane, strides[lane]) / 8;
      if (loads && registers.bits != 64 && e % per == 0) lanes_at<u32>(context, slot)[lane] = 0;
    });
    const unsigned shift = e % per * registers.bits % 32;
    const auto move = [&](const access& part) { move_part<loads>(context, in, part, slot, shift); };
    if (request.space == state_space::generic)
      for_each_space(request, move);
    else
      move(request);
  }
  if constexpr (loads)  // f16 has each element twice.
    for (std::size_t r = registers.registers(); r < matrix.slots.size(); ++r)
      for_each_lane(active, [&](unsigned lane) {
        lanes_at<u32>(context, matrix.slots[r])[lane] =
            lanes_at<u32>(context, matrix.slots[r % registers.registers()])[lane];
      });
}

// A and B of f16 fill eight registers.
std::size_t copies_of(const fragment& once, tensor_type type, const product_shape& shape) {
  return type == tensor_type::f16 && shape.depth == 16 ? 8 / once.registers() : 1;
}

unsigned word_bits(const named_tensor_type& type) { return type.bits == 1 ? 32 : type.bits; }

void decode_matrix_transfer(decoder& d, instruction& out, bool loads) {
  const mma_modifiers modifiers = read_modifiers(d);
  if (modifiers.types.size() != 1 || modifiers.layouts.size() != 1)
    d.unsupported("expected one layout and one type");
  const std::string& name = modifiers.types[0];
  stored_matrix matrix{.row_major = modifiers.layouts[0] == "row"};
  std::size_t copies = 1;
  if (d.has("a") || d.has("b")) {
    const named_tensor_type& type = element_type(d, name);
    const auto [rows, columns, depth] = in_words(modifiers.shape, type.type);
    matrix.columns = d.has("a") ? depth : columns;
    matrix.registers = d.has("a") ? wide_left_fragment(rows, depth, word_bits(type))
                                  : wide_right_fragment(depth, columns, word_bits(type));
    copies = copies_of(matrix.registers, type.type, modifiers.shape);
    matrix.words_are_whole = type.bits < 32 && matrix.row_major == d.has("a");
    matrix.stride_bits = type.bits;
  } else {
    const unsigned bits = bits_of(sum_type(d, name));
    matrix.columns = modifiers.shape.columns;
    matrix.stride_bits = bits;
    matrix.registers = wide_sum_fragment(modifiers.shape.rows, modifiers.shape.columns, bits);
    const bool transposed = modifiers.shape.columns == 32;
    matrix.words_are_whole = bits == 16 && matrix.row_major != transposed;
  }
  const operand& values = d.at(loads ? 0 : 1);
  matrix.slots = registers_of(d, values, matrix.registers, loads, copies);
  state_space space = d.named_space();
  const state_space named = space;
  out.op[4] = d.address(d.at(loads ? 1 : 0), space, out);
  matrix.space = static_cast<std::uint8_t>(named == state_space::generic ? space : named);
  // Without a stride the matrix is dense.
  const std::uint64_t row_elements = d.has("a") ? modifiers.shape.depth : modifiers.shape.columns;
  const std::uint64_t column_elements = d.has("b") ? modifiers.shape.depth : modifiers.shape.rows;
  const std::uint64_t tight = matrix.row_major ? row_elements : column_elements;
  out.op[3] =
      d.value(d.operands() > 2 ? d.at(2) : operand{.what = operand::kind::integer, .bits = tight},
              scalar_type::u32);
  out.target = d.add_matrix(std::move(matrix));
  out.instruction_class = counter::memory_instructions;
  out.execute = loads ? move_matrix<true> : move_matrix<false>;
  d.need_whole_warp(out);
}

void decode_wmma_product(decoder& d, instruction& out) {
  const mma_modifiers modifiers = read_modifiers(d);
  const bool short_form = modifiers.types.size() == 2;  // D and C; A and B are f16.
  if ((!short_form && modifiers.types.size() != 4) || modifiers.layouts.size() != 2)
    d.unsupported("expected two layouts and the types of D, A, B and C");
  const named_tensor_type& left = element_type(d, short_form ? "f16" : modifiers.types[1]);
  const named_tensor_type& right = element_type(d, short_form ? "f16" : modifiers.types[2]);
  matrix_product product{.shape = in_words(modifiers.shape, left.type),
                         .left = left.type,
                         .right = right.type,
                         .c_type = sum_type(d, modifiers.types.back()),
                         .d_type = sum_type(d, modifiers.types.front()),
                         .saturates = d.has("satfinite"),
                         .counts_equal = d.has("xor")};
  const auto [rows, columns, depth] = product.shape;
  product.two_steps = left.type == tensor_type::tf32;
  product.operations = std::uint64_t{2} * rows * columns * modifiers.shape.depth;
  product.a = wide_left_fragment(rows, depth, word_bits(left));
  product.b = wide_right_fragment(depth, columns, word_bits(right));
  product.c = wide_sum_fragment(rows, columns, bits_of(product.c_type));
  product.d = wide_sum_fragment(rows, columns, bits_of(product.d_type));
  product.d_slots = registers_of(d, d.at(0), product.d, true);
  product.a_slots =
      registers_of(d, d.at(1), product.a, false, copies_of(product.a, left.type, product.shape));
  product.b_slots =
      registers_of(d, d.at(2), product.b, false, copies_of(product.b, right.type, product.shape));
  product.c_slots = registers_of(d, d.at(3), product.c, false);
  finish_product(d, out, std::move(product));
}

}  // namespace

bool decode_wmma(decoder& d, instruction& out) {
  if (!d.is("wmma")) return false;
  if (d.has("load") || d.has("store"))
    decode_matrix_transfer(d, out, d.has("load"));
  else
    decode_wmma_product(d, out);
  return true;
}

}  // namespace warpmark::simt
