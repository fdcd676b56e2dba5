#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/execution/kernel_program.hpp"
#include "simt/instructions/matrix_tile.hpp"
#include "simt/instructions/mma_modifiers.hpp"
#include "simt/memory/memory_access.hpp"

// wmma.load and wmma.store. Which lane holds which element is as on an H100, and so is the number
// of requests (what ptxas makes for sm_90 of each form). Elements of up to 16 bits are moved in
// tiles, which are transposed if neighbours in a register are in different rows of memory. Other
// elements are moved one at a time, or two if they are neighbours. op[4] is the address, op[3] the
// stride in elements, `target` the index of the stored_matrix.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr unsigned max_tiles = 4;  // Of one request, as of ldmatrix.

// Where an element is in memory, in bytes behind the matrix's begin.
u64 byte_offset(const stored_matrix& matrix, unsigned element, unsigned lane, u64 stride,
                unsigned rows_below = 0) {
  const unsigned place = matrix.registers.place[element * 32 + lane];
  const unsigned row = place / matrix.columns, column = place % matrix.columns;
  const u64 major = u64{matrix.row_major ? row : column} + rows_below;
  const unsigned minor = matrix.row_major ? column : row;
  return (major * stride * matrix.stride_bits + u64{minor} * matrix.registers.bits) / 8;
}

template <class Move>
void move_in_space(access& request, Move&& move) {
  if (request.space == state_space::generic)
    for_each_space(request, move);
  else
    move(request);
}

// The operands of one execution.
struct transfer {
  lane_context& context;
  const instruction& in;
  u32 active;
  const stored_matrix& matrix = context.program->matrices[in.target];
  const u32* strides = lanes_at<u32>(context, in.op[3]);
  lane_addresses begin;

  access request(access_kind kind, unsigned bytes) const {
    access made;
    made.space = static_cast<state_space>(matrix.space);
    made.kind = kind;
    made.size = bytes;
    made.active = active;
    return made;
  }
  // Of a row of the tile that register `index` of the warp is; lane 0 has its first element.
  u64 tile_row(unsigned index, unsigned row, unsigned lane) const {
    const unsigned first = index * matrix.registers.per_register();
    return begin[lane] + byte_offset(matrix, first, 0, strides[lane], row);
  }
};

void write_register(const transfer& at, unsigned index, tile_words& words) {
  if (at.matrix.transposes) transpose_tile(words);
  u32* to = lanes_at<u32>(at.context, at.matrix.slots[index]);
  for_each_lane(at.active, [&](unsigned lane) { to[lane] = words[lane]; });
}

// As ldmatrix does: a lane gives the address of a row.
void load_tile_rows(transfer& at) {
  const unsigned registers = at.matrix.registers.registers();
  const unsigned step = at.matrix.registers.bits == 16 ? max_tiles : 2;  // 16 rows of the matrix.
  for (unsigned first = 0; first < registers; first += step) {
    const unsigned tiles = std::min(step, registers - first);
    access request = at.request(access_kind::load, tile_row_bytes);
    request.of_matrix_rows = true;
    if (tiles < max_tiles) request.active &= (1u << tile_rows * tiles) - 1;
    for_each_lane(request.active, [&](unsigned lane) {
      request.address[lane] = at.tile_row(first + lane / tile_rows, lane % tile_rows, lane);
    });
    tile_words words[max_tiles] = {};
    move_in_space(request, [&](const access& part) {
      lane_pointers pointers;
      for_each_lane(resolve(at.context, at.in, part, pointers), [&](unsigned lane) {
        load_tile_row(words[lane / tile_rows], lane % tile_rows, pointers[lane]);
      });
    });
    for (unsigned i = 0; i < tiles; ++i) write_register(at, first + i, words[i]);
  }
}

// A lane moves a word of its row.
template <bool loads>
void move_tile_words(transfer& at) {
  for (unsigned r = 0; r < at.matrix.registers.registers(); ++r) {
    access request = at.request(loads ? access_kind::load : access_kind::store, sizeof(u32));
    for_each_lane(at.active, [&](unsigned lane) {
      request.address[lane] =
          at.tile_row(r, lane / tile_row_lanes, lane) + lane % tile_row_lanes * sizeof(u32);
    });
    tile_words words = {};
    if constexpr (!loads) {
      std::memcpy(words, lanes_at<u32>(at.context, at.matrix.slots[r]), sizeof words);
      if (at.matrix.transposes) transpose_tile(words);
    }
    move_in_space(request, [&](const access& part) {
      lane_pointers pointers;
      for_each_lane(resolve(at.context, at.in, part, pointers), [&](unsigned lane) {
        if constexpr (loads)
          std::memcpy(&words[lane], pointers[lane], sizeof(u32));
        else
          std::memcpy(pointers[lane], &words[lane], sizeof(u32));
      });
    });
    if constexpr (loads) write_register(at, r, words);
  }
}

// Moves one element of a lane.
template <bool loads>
void move_element(const transfer& at, unsigned element, std::byte* memory, unsigned lane) {
  const fragment& registers = at.matrix.registers;
  const unsigned per = registers.per_register(), bytes = registers.bits / 8;
  const u32 slot = at.matrix.slots[element / per];
  if (registers.bits == 64) {
    u64* wide = lanes_at<u64>(at.context, slot) + lane;
    loads ? std::memcpy(wide, memory, bytes) : std::memcpy(memory, wide, bytes);
    return;
  }
  const unsigned shift = element % per * registers.bits;
  u32* word = lanes_at<u32>(at.context, slot) + lane;
  u32 bits = 0;
  if constexpr (loads) {
    std::memcpy(&bits, memory, bytes);
    *word = (shift == 0 ? 0 : *word) | bits << shift;
  } else {
    bits = *word >> shift;
    std::memcpy(memory, &bits, bytes);
  }
}

template <bool loads>
void move_elements(transfer& at) {
  const unsigned bytes = at.matrix.registers.bits / 8, step = at.matrix.in_pairs ? 2 : 1;
  for (unsigned e = 0; e < at.matrix.registers.elements; e += step) {
    access request = at.request(loads ? access_kind::load : access_kind::store, step * bytes);
    for_each_lane(at.active, [&](unsigned lane) {
      request.address[lane] = at.begin[lane] + byte_offset(at.matrix, e, lane, at.strides[lane]);
    });
    move_in_space(request, [&](const access& part) {
      lane_pointers pointers;
      for_each_lane(resolve(at.context, at.in, part, pointers), [&](unsigned lane) {
        for (unsigned i = 0; i < step; ++i)
          move_element<loads>(at, e + i, pointers[lane] + i * bytes, lane);
      });
    });
  }
}

void load_matrix(lane_context& context, const instruction& in, u32 active) {
  transfer at{context, in, active};
  read_addresses(context, in, active, at.begin);
  const auto space = static_cast<state_space>(at.matrix.space);
  const auto space_of = [&](u64 address) { return window_of(address).space; };
  const bool shared = space == state_space::shared ||
                      (space == state_space::generic && active != 0 &&
                       space_of(at.begin[std::countr_zero(active)]) == state_space::shared);
  if (!at.matrix.in_tiles)
    move_elements<true>(at);
  else if (shared && at.matrix.is_factor)
    load_tile_rows(at);
  else
    move_tile_words<true>(at);
  const unsigned registers = at.matrix.registers.registers();
  for (std::size_t r = registers; r < at.matrix.slots.size(); ++r)  // f16 has each element twice.
    for_each_lane(active, [&](unsigned lane) {
      lanes_at<u32>(context, at.matrix.slots[r])[lane] =
          lanes_at<u32>(context, at.matrix.slots[r % registers])[lane];
    });
}

void store_matrix(lane_context& context, const instruction& in, u32 active) {
  context.polls = 0;
  ++context.changes;
  transfer at{context, in, active};
  read_addresses(context, in, active, at.begin);
  at.matrix.in_tiles ? move_tile_words<false>(at) : move_elements<false>(at);
}

stored_matrix factor(decoder& d, const mma_modifiers& modifiers) {
  const named_tensor_type& type = element_type(d, modifiers.types[0]);
  const auto [rows, columns, depth] = in_words(modifiers.shape, type.type);
  require_depth(d, depth, word_bits(type));
  stored_matrix matrix{.row_major = modifiers.layouts[0] == "row", .is_factor = true};
  const bool left = d.has("a"), along_depth = matrix.row_major == left;
  matrix.columns = left ? depth : columns;
  matrix.registers = left ? wide_left_fragment(rows, depth, word_bits(type))
                          : wide_right_fragment(depth, columns, word_bits(type));
  matrix.stride_bits = type.bits;
  matrix.in_tiles = type.bits == 16 || (type.bits < 16 && along_depth);
  matrix.transposes = !along_depth;
  return matrix;
}

stored_matrix sum(decoder& d, const mma_modifiers& modifiers) {
  const unsigned bits = bits_of(sum_type(d, modifiers.types[0]));
  stored_matrix matrix{.row_major = modifiers.layouts[0] == "row"};
  matrix.columns = modifiers.shape.columns;
  matrix.registers = wide_sum_fragment(modifiers.shape.rows, modifiers.shape.columns, bits);
  matrix.stride_bits = bits;
  const bool of_transpose = modifiers.shape.columns == 32;
  const bool neighbours = matrix.row_major != of_transpose;
  matrix.in_tiles = bits == 16;
  matrix.transposes = !neighbours;
  matrix.in_pairs = neighbours && bits >= 32;
  return matrix;
}

}  // namespace

void decode_wmma_transfer(decoder& d, instruction& out) {
  const bool loads = d.has("load"), is_factor = d.has("a") || d.has("b");
  const mma_modifiers modifiers = read_modifiers(d);
  if (modifiers.types.size() != 1 || modifiers.layouts.size() != 1)
    d.unsupported("expected one layout and one type");
  stored_matrix matrix = is_factor ? factor(d, modifiers) : sum(d, modifiers);
  const std::size_t copies =
      is_factor
          ? wmma_copies(matrix.registers, element_type(d, modifiers.types[0]).type, modifiers.shape)
          : 1;
  const operand& values = d.at(loads ? 0 : 1);
  matrix.slots = registers_of(d, values, matrix.registers, loads, copies);
  state_space space = d.named_space();
  const state_space named = space;
  out.op[4] = d.address(d.at(loads ? 1 : 0), space, out);
  matrix.space = static_cast<std::uint8_t>(named == state_space::generic ? space : named);
  // Without a stride the matrix is dense.
  const u64 row_elements = d.has("a") ? modifiers.shape.depth : modifiers.shape.columns;
  const u64 column_elements = d.has("b") ? modifiers.shape.depth : modifiers.shape.rows;
  const u64 tight = matrix.row_major ? row_elements : column_elements;
  out.op[3] =
      d.value(d.operands() > 2 ? d.at(2) : operand{.what = operand::kind::integer, .bits = tight},
              scalar_type::u32);
  out.target = d.add_matrix(std::move(matrix));
  out.instruction_class = counter::memory_instructions;
  out.execute = loads ? load_matrix : store_matrix;
  d.need_whole_warp(out);
}

}  // namespace warpmark::simt
