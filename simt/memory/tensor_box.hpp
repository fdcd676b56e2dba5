#pragma once

#include <array>
#include <cstdint>

#include "base/tensor_map.hpp"

namespace warpmark::simt {

/// Coordinates of a box's first element, innermost first. They may lie outside the tensor.
using tensor_coordinates = std::array<std::int32_t, tensor_map::max_rank>;

/// A row of a box, along the innermost dimension: its bytes are adjacent in global memory and,
/// before the swizzle, in shared memory.
struct box_row {
  std::uint64_t box_offset = 0;    ///< In the box in shared memory, of the row's first byte.
  std::uint64_t address = 0;       ///< In global memory, of the first byte within the tensor.
  std::uint32_t before_bytes = 0;  ///< Bytes before the tensor begins.
  std::uint32_t within_bytes = 0;  ///< Bytes of the tensor.
  std::uint32_t after_bytes = 0;   ///< Bytes after it ends, or all of a row outside of it.
};

/// The rows of a box, one after the other.
class box_rows {
 public:
  box_rows(const tensor_map& map, const tensor_coordinates& first);
  /// Sets the next row. Returns false after the last one.
  bool next(box_row& row);

 private:
  const tensor_map& map_;
  const tensor_coordinates& first_;
  std::array<std::uint32_t, tensor_map::max_rank> at_{};  // Rows passed in each dimension.
  std::uint64_t row_ = 0, rows_ = 1;
};

/// Where a byte of a box is in shared memory, by the address that it would have without the
/// swizzle: bits 4 to 6 of the address are changed by bits 7 to 9, or fewer of them.
std::uint64_t swizzled(std::uint64_t address, std::uint32_t swizzle_bytes);

/// The bytes that fill a row outside of the tensor: as many as the longest row has.
const std::byte* fill_bytes(const tensor_map& map);

}  // namespace warpmark::simt
