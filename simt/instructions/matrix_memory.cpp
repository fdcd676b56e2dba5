#include <cstring>

#include "simt/instructions/decoder.hpp"
#include "simt/memory/memory_access.hpp"

// ldmatrix, stmatrix and movmatrix: 8x8 matrices of 16-bit elements, rows of 16 bytes in shared
// memory. Lanes 8i to 8i + 7 hold the addresses of the rows of matrix i; each lane has two
// neighbouring elements of row lane / 4 (with .trans: of column lane / 4) in register i.
// op[0...3] are the registers, op[4] is the address, `parts` the number of matrices, `target` 1 for
// .trans.

namespace warpmark::simt {
namespace {

using u16 = std::uint16_t;
using u32 = std::uint32_t;

constexpr unsigned matrix_row_bytes = 16, matrix_rows = 8;

// Row and column of the two elements of a lane, in a matrix that is transposed or not.
struct element_pair {
  element_pair(unsigned lane, bool transposed) : lane_(lane), transposed_(transposed) {}
  unsigned row(unsigned i) const { return transposed_ ? lane_ % 4 * 2 + i : lane_ / 4; }
  unsigned column(unsigned i) const { return transposed_ ? lane_ / 4 : lane_ % 4 * 2 + i; }

 private:
  unsigned lane_;
  bool transposed_;
};

// One request of eight rows per matrix: the lanes whose rows may be accessed, and where they
// are.
u32 find_matrix_rows(lane_context& context, const instruction& in, u32 active, access_kind kind,
                     lane_pointers& pointers) {
  access request;
  request.space = state_space::shared;
  request.kind = kind;
  request.size = matrix_row_bytes;
  request.of_matrix_rows = true;
  const unsigned lanes = matrix_rows * in.parts;
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
    u16 matrix[matrix_rows][matrix_rows] = {};
    for (unsigned row = 0; row < matrix_rows; ++row)
      if ((good >> (matrix_rows * i + row)) & 1)
        std::memcpy(matrix[row], pointers[matrix_rows * i + row], matrix_row_bytes);
    auto* to = lanes_at<u32>(context, in.op[i]);
    for_each_lane(active, [&](unsigned lane) {
      const element_pair pair(lane, in.target != 0);
      to[lane] = matrix[pair.row(0)][pair.column(0)] | u32{matrix[pair.row(1)][pair.column(1)]}
                                                           << 16;
    });
  }
}

void gather_matrix(lane_context& context, u32 slot, bool transposed, u32 active,
                   u16 (&to)[matrix_rows][matrix_rows]) {
  const auto* from = lanes_at<u32>(context, slot);
  for_each_lane(active, [&](unsigned lane) {
    const element_pair pair(lane, transposed);
    for (unsigned i = 0; i < 2; ++i)
      to[pair.row(i)][pair.column(i)] = static_cast<u16>(from[lane] >> (16 * i));
  });
}

void store_matrices(lane_context& context, const instruction& in, u32 active) {
  context.polls = 0;
  ++context.changes;
  lane_pointers pointers;
  const u32 good = find_matrix_rows(context, in, active, access_kind::store, pointers);
  for (unsigned i = 0; i < in.parts; ++i) {
    u16 matrix[matrix_rows][matrix_rows] = {};
    gather_matrix(context, in.op[i], in.target != 0, active, matrix);
    for (unsigned row = 0; row < matrix_rows; ++row)
      if ((good >> (matrix_rows * i + row)) & 1)
        std::memcpy(pointers[matrix_rows * i + row], matrix[row], matrix_row_bytes);
  }
}

void transpose_matrix(lane_context& context, const instruction& in, u32 active) {
  u16 matrix[matrix_rows][matrix_rows] = {};
  gather_matrix(context, in.op[1], true, active, matrix);
  auto* to = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) {
    const element_pair pair(lane, false);
    to[lane] = matrix[pair.row(0)][pair.column(0)] | u32{matrix[pair.row(1)][pair.column(1)]} << 16;
  });
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
