#pragma once

#include <cstdint>

// Where a matrix of wgmma is in shared memory: the descriptors and canonical layouts of the PTX
// ISA, "Asynchronous Warpgroup Level Matrix Instructions". Everything consists of pieces of 16
// bytes, which are consecutive elements of one line: of a row of A or a column of B if the matrix
// is K-major, of all rows or columns at one depth if it is MN-major.

namespace warpmark::simt {

inline constexpr std::uint32_t matrix_piece_bytes = 16;

/// A 64-bit descriptor, in bytes.
struct matrix_descriptor {
  std::uint32_t start = 0;
  std::uint32_t leading = 0;  ///< Leading dimension byte offset.
  std::uint32_t stride = 0;   ///< Stride dimension byte offset.
  std::uint32_t base_offset =
      0;  ///< In units of 128 bytes: where the pattern of the swizzle begins.
  std::uint32_t row_bytes = 16;  ///< Of a swizzled row: 32, 64, 128; 16 if nothing is swizzled.
};

matrix_descriptor decode_matrix_descriptor(std::uint64_t bits);

/// The shared-memory address of one piece. K-major: `line` is a row of A or a column of B, and
/// `piece` counts along the depth. MN-major: `line` is the depth, and `piece` counts along the rows
/// or columns. Below 2^18, which is where addresses of a descriptor wrap around.
std::uint32_t piece_address(const matrix_descriptor& matrix, bool mn_major, std::uint32_t line,
                            std::uint32_t piece);

}  // namespace warpmark::simt
