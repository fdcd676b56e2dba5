#include <array>
#include <cstdlib>
#include <string_view>

#include "simt/execution/kernel_program.hpp"
#include "simt/instructions/decoder.hpp"
#include "simt/instructions/matrix_product.hpp"

// mma.sync and mma.sp: products of small matrices in the registers of a warp. `target` is the
// index of the matrix_product.

namespace warpmark::simt {
namespace {

counter operations_of(tensor_type type) {
  switch (type) {
    case tensor_type::f16:
      return counter::tensor_f16_operations;
    case tensor_type::bf16:
      return counter::tensor_bf16_operations;
    case tensor_type::tf32:
      return counter::tensor_tf32_operations;
    case tensor_type::f64:
      return counter::tensor_f64_operations;
    case tensor_type::e4m3:
    case tensor_type::e5m2:
      return counter::tensor_fp8_operations;
    case tensor_type::s8:
    case tensor_type::u8:
      return counter::tensor_int8_operations;
    case tensor_type::s4:
    case tensor_type::u4:
      return counter::tensor_int4_operations;
    default:
      return counter::tensor_int1_operations;
  }
}

void execute_product(lane_context& context, const instruction& in, std::uint32_t active) {
  const matrix_product& product = context.program->products[in.target];
  (*context.counters)[operations_of(product.left)] += product.operations;
  multiply(context, product, active);
}

struct named_type {
  std::string_view name;
  tensor_type type;
  unsigned bits;
};
constexpr std::array<named_type, 11> tensor_types = {{{"f16", tensor_type::f16, 16},
                                                      {"bf16", tensor_type::bf16, 16},
                                                      {"tf32", tensor_type::tf32, 32},
                                                      {"f64", tensor_type::f64, 64},
                                                      {"e4m3", tensor_type::e4m3, 8},
                                                      {"e5m2", tensor_type::e5m2, 8},
                                                      {"s8", tensor_type::s8, 8},
                                                      {"u8", tensor_type::u8, 8},
                                                      {"s4", tensor_type::s4, 4},
                                                      {"u4", tensor_type::u4, 4},
                                                      {"b1", tensor_type::b1, 1}}};

// The shape, the types D A B C in this order, and the layouts, from the modifiers.
struct mma_modifiers {
  product_shape shape{};
  std::vector<std::string> types, layouts;
};

bool is_type(const std::string& text) {
  for (const named_type& type : tensor_types)
    if (type.name == text) return true;
  return text == "f32" || text == "s32";
}

mma_modifiers read_modifiers(const decoder& d) {
  mma_modifiers result;
  for (const std::string& text : d.source().modifiers) {
    unsigned m = 0, n = 0, k = 0;
    if (std::sscanf(text.c_str(), "m%un%uk%u", &m, &n, &k) == 3)
      result.shape = {m, n, k};
    else if (text == "row" || text == "col")
      result.layouts.push_back(text);
    else if (is_type(text))
      result.types.push_back(text);
  }
  if (result.shape.rows == 0 || result.layouts.size() != 2) d.unsupported("no shape or layouts");
  if (result.types.size() != 4) d.unsupported("expected the types of D, A, B and C");
  return result;
}

const named_type& element_type(const decoder& d, const std::string& name) {
  for (const named_type& type : tensor_types)
    if (type.name == name) return type;
  d.unsupported("the type of A or B");
}

accumulator_type sum_type(const decoder& d, const std::string& name) {
  if (name == "f16") return accumulator_type::f16;
  if (name == "f32") return accumulator_type::f32;
  if (name == "f64") return accumulator_type::f64;
  if (name == "s32") return accumulator_type::s32;
  d.unsupported("the type of C or D");
}

unsigned bits_of(accumulator_type type) {
  return type == accumulator_type::f16 ? 16 : type == accumulator_type::f64 ? 64 : 32;
}

// Single bits are multiplied word by word.
product_shape in_words(product_shape shape, tensor_type type) {
  if (type == tensor_type::b1) shape.depth /= 32;
  return shape;
}

bool has_quads(const mma_modifiers& modifiers) {
  return modifiers.shape.rows == 8 && modifiers.shape.depth == 4 && modifiers.types[1] == "f16";
}

void describe_quads(const mma_modifiers& modifiers, matrix_product& to) {
  to.quads = 4;
  to.operations *= 4;
  to.a = quad_left_fragment(modifiers.layouts[0] == "row");
  to.b = quad_right_fragment(modifiers.layouts[1] == "row");
  to.c = quad_sum_fragment(bits_of(to.c_type));
  to.d = quad_sum_fragment(bits_of(to.d_type));
}

void describe_fragments(decoder& d, const mma_modifiers& modifiers, unsigned bits,
                        matrix_product& to) {
  if (modifiers.layouts[0] != "row" || modifiers.layouts[1] != "col")
    d.unsupported("expected .row.col");
  const unsigned width = bits == 1 ? 32 : bits;
  const auto& [rows, columns, depth] = to.shape;
  to.a = left_fragment(rows, to.sparse ? depth / 2 : depth, width);
  to.b = right_fragment(depth, columns, width);
  to.c = sum_fragment(rows, columns, bits_of(to.c_type));
  to.d = sum_fragment(rows, columns, bits_of(to.d_type));
}

// The registers of an operand, whose number the shape gives.
std::vector<std::uint32_t> registers_of(decoder& d, const operand& from, const fragment& as,
                                        bool written) {
  const bool list = from.what == operand::kind::list;
  const std::size_t count = list ? from.parts.size() : 1;
  if (count != as.registers()) d.unsupported("another number of registers than the shape has");
  std::vector<std::uint32_t> slots;
  for (std::size_t i = 0; i < count; ++i) {
    const operand& part = list ? from.parts[i] : from;
    slots.push_back(written ? d.destination(part, as.bits == 64 ? 8 : 4)
                            : d.value(part, as.bits == 64 ? scalar_type::b64 : scalar_type::b32));
  }
  return slots;
}

sparsity read_sparsity(decoder& d, const mma_modifiers& modifiers, unsigned bits) {
  const operand& selector = d.at(5);
  if (selector.what != operand::kind::integer) d.unsupported("the selector is not a constant");
  const unsigned row_bits = modifiers.shape.depth / 2 * (bits == 32 ? 4 : 2);
  if (row_bits % 16 != 0 || row_bits > 64 || selector.bits * (row_bits / 16) >= 4)
    d.unsupported("a selector beyond those of the shape");
  return {d.value(d.at(4), scalar_type::b32), static_cast<unsigned>(selector.bits)};
}

}  // namespace

bool decode_mma(decoder& d, instruction& out) {
  if (!d.is("mma")) return false;
  const bool sparse = d.has("sp") || d.has("sp::ordered_metadata");
  for (const char* text : {"block_scale", "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4"})
    if (d.has(text)) d.unsupported("block-scaled products");
  const mma_modifiers modifiers = read_modifiers(d);
  const named_type& left = element_type(d, modifiers.types[1]);
  const named_type& right = element_type(d, modifiers.types[2]);
  if (left.bits != right.bits) d.unsupported("A and B of different sizes");
  matrix_product product{.shape = in_words(modifiers.shape, left.type),
                         .left = left.type,
                         .right = right.type,
                         .c_type = sum_type(d, modifiers.types[3]),
                         .d_type = sum_type(d, modifiers.types[0]),
                         .saturates = d.has("satfinite"),
                         .counts_equal = d.has("xor")};
  // A multiplication and an addition for each pair of elements that A has.
  const auto& [rows, columns, depth] = modifiers.shape;
  product.operations = std::uint64_t{2} * rows * columns * (sparse ? depth / 2 : depth);
  if (sparse) product.sparse = read_sparsity(d, modifiers, left.bits);
  if (has_quads(modifiers))
    describe_quads(modifiers, product);
  else
    describe_fragments(d, modifiers, left.bits, product);
  product.d_slots = registers_of(d, d.at(0), product.d, true);
  product.a_slots = registers_of(d, d.at(1), product.a, false);
  product.b_slots = registers_of(d, d.at(2), product.b, false);
  product.c_slots = registers_of(d, d.at(3), product.c, false);
  out.target = d.add_product(std::move(product));
  out.execute = execute_product;
  out.instruction_class = counter::tensor_instructions;
  out.control = flow::collective;
  out.op[5] = d.all_lanes_slot();
  return true;
}

}  // namespace warpmark::simt
