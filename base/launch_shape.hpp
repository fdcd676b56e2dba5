#pragma once

#include <cstddef>
#include <cstdint>

namespace warpmark {

/// Extents or coordinates in three dimensions, as CUDA's dim3.
struct extent3 {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  bool operator==(const extent3&) const = default;
};

/// The launch configuration of a kernel.
struct launch_shape {
  extent3 grid;
  extent3 block;
  std::size_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  /// It may start before the launch before it ends (CUDA: programmatic stream serialization). Its
  /// kernel waits by griddepcontrol.wait. Needs compute capability 9.0.
  bool programmatic = false;
  extent3 cluster = {1, 1, 1};  ///< Blocks per cluster; the kernel's own attribute also applies.
};

}  // namespace warpmark
