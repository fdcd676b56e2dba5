#include "simt/instructions/decoder.hpp"
#include "simt/instructions/matrix_tile.hpp"
#include "simt/memory/memory_access.hpp"

// ldmatrix, stmatrix and movmatrix: 8x8 matrices of 16-bit elements, rows of 16 bytes in shared
// memory. Lanes 8i to 8i + 7 hold the addresses of the rows of matrix i; each lane has two
// neighbouring elements of row lane / 4 (with .trans: of column lane / 4) in register i.
// op[0...3] are the registers, op[4] is the address, `parts` the number of matrices, `target` 1 for
// .trans.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;

void read_tile(lane_context& context, u32 slot, u32 active, tile_words& words) {
  const u32* from = lanes_at<u32>(context, slot);
  for_each_lane(active, [&](unsigned lane) { words[lane] = from[lane]; });
}

void write_tile(lane_context& context, u32 slot, u32 active, const tile_words& words) {
  u32* to = lanes_at<u32>(context, slot);
  for_each_lane(active, [&](unsigned lane) { to[lane] = words[lane]; });
}

// One request of eight rows per matrix: the lanes whose rows may be accessed, and where they
// are.
u32 find_matrix_rows(lane_context& context, const instruction& in, u32 active, access_kind kind,
                     lane_pointers& pointers) {
  access request;
  request.space = state_space::shared;
  request.kind = kind;
  request.size = tile_row_bytes;
  request.of_matrix_rows = true;
  const unsigned lanes = tile_rows * in.parts;
  request.active = active & (lanes == 32 ? all_lanes : (1u << lanes) - 1);
  read_addresses(context, in, request.active, request.address);
  for (std::uint64_t& address : request.address)
    if ((address & ~(window_bytes - 1)) == shared_window) address -= shared_window;
  return request.active == 0 ? 0 : resolve(context, in, request, pointers);
}

void load_matrices(lane_context& context, const instruction& in, u32 active) {
  lane_pointers pointers;
  const u32 good = find_matrix_rows(context, in, active, access_kind::load, pointers);
  for (unsigned i = 0; i < in.parts; ++i) {
    tile_words words = {};
    for (unsigned row = 0; row < tile_rows; ++row)
      if ((good >> (tile_rows * i + row)) & 1)
        load_tile_row(words, row, pointers[tile_rows * i + row]);
    if (in.target != 0) transpose_tile(words);
    write_tile(context, in.op[i], active, words);
  }
}

void store_matrices(lane_context& context, const instruction& in, u32 active) {
  context.polls = 0;
  ++context.changes;
  lane_pointers pointers;
  const u32 good = find_matrix_rows(context, in, active, access_kind::store, pointers);
  for (unsigned i = 0; i < in.parts; ++i) {
    tile_words words = {};
    read_tile(context, in.op[i], active, words);
    if (in.target != 0) transpose_tile(words);
    for (unsigned row = 0; row < tile_rows; ++row)
      if ((good >> (tile_rows * i + row)) & 1)
        store_tile_row(words, row, pointers[tile_rows * i + row]);
  }
}

void transpose_matrix(lane_context& context, const instruction& in, u32 active) {
  tile_words words = {};
  read_tile(context, in.op[1], active, words);
  transpose_tile(words);
  write_tile(context, in.op[0], active, words);
}

unsigned matrix_count(decoder& d) {
  if (!d.has("m8n8") || !d.has("b16")) d.unsupported("expected .m8n8 and .b16");
  return d.has("x4") ? 4 : d.has("x2") ? 2 : 1;
}

void decode_transfer(decoder& d, instruction& out, bool loads) {
  out.instruction_class = counter::memory_instructions;
  out.parts = static_cast<std::uint8_t>(matrix_count(d));
  const operand& values = d.at(loads ? 0 : 1);
  const bool list = values.what == operand::kind::list;
  if ((list ? values.parts.size() : 1) != out.parts)
    d.unsupported("another number of registers than matrices");
  for (unsigned i = 0; i < out.parts; ++i) {
    const operand& part = list ? values.parts[i] : values;
    out.op[i] = loads ? d.destination(part, 4) : d.value(part, scalar_type::b32);
  }
  state_space space = state_space::shared;
  out.op[4] = d.address(d.at(loads ? 1 : 0), space, out);
  out.target = d.has("trans") ? 1 : 0;
  out.execute = loads ? load_matrices : store_matrices;
  d.need_whole_warp(out);
}

}  // namespace

bool decode_matrix_memory(decoder& d, instruction& out) {
  if (d.is("ldmatrix") || d.is("stmatrix")) {
    decode_transfer(d, out, d.is("ldmatrix"));
    return true;
  }
  if (!d.is("movmatrix")) return false;
  out.instruction_class = counter::other_instructions;
  out.execute = transpose_matrix;
  out.op[0] = d.destination(d.at(0), 4);
  out.op[1] = d.value(d.at(1), scalar_type::b32);
  d.need_whole_warp(out);
  return true;
}

}  // namespace warpmark::simt
