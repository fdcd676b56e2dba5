#include "simt/instructions/matrix_descriptor.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;

constexpr u32 address_mask = (1u << 18) - 1;
constexpr u32 lines_of_core = 8;  // A core matrix has eight lines of one piece.

// Fields are in units of 16 bytes.
u32 field(std::uint64_t bits, unsigned first) {
  return static_cast<u32>(bits >> first & 0x3fff) * matrix_piece_bytes;
}

// The offset of a piece before addresses are swizzled.
u32 offset_of(const matrix_descriptor& matrix, bool mn_major, u32 line, u32 piece) {
  const u32 within = line % lines_of_core, group = line / lines_of_core;
  const u32 pieces = matrix.row_bytes / matrix_piece_bytes;
  const u32 in_pattern = within * matrix.row_bytes + piece % pieces * matrix_piece_bytes;
  const u32 pattern = piece / pieces;
  // Without swizzling, MN-major layouts exchange the two offsets.
  if (mn_major && pieces == 1) return in_pattern + group * matrix.leading + pattern * matrix.stride;
  return in_pattern + group * matrix.stride + pattern * matrix.leading;
}

}  // namespace

matrix_descriptor decode_matrix_descriptor(std::uint64_t bits) {
  // Modes 0 to 3: none, 128, 64 and 32 bytes.
  constexpr u32 row_bytes[] = {16, 128, 64, 32};
  return {.start = field(bits, 0),
          .leading = field(bits, 16),
          .stride = field(bits, 32),
          .base_offset = static_cast<u32>(bits >> 49 & 7),
          .row_bytes = row_bytes[bits >> 62]};
}

u32 piece_address(const matrix_descriptor& matrix, bool mn_major, u32 line, u32 piece) {
  const u32 address = matrix.start + offset_of(matrix, mn_major, line, piece);
  // The pieces of a swizzled row change places by the number of their 128 bytes in the pattern.
  const u32 phase = ((address >> 7) - matrix.base_offset) & (matrix.row_bytes / 16 - 1);
  return (address ^ phase * matrix_piece_bytes) & address_mask;
}

}  // namespace warpmark::simt
