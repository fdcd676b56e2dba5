#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/device_limits.hpp"
#include "base/launch_shape.hpp"

namespace warpmark::model {

/// A limit of a device that a launch exceeds.
struct launch_error {
  std::string limit;            ///< With its value: "a block has at most 1024 threads".
  std::uint64_t requested = 0;  ///< In the limit's unit; 0: not a count.

  /// "a block has at most 1024 threads; requested 2048"
  std::string text() const;
};

/// The first limit that a launch exceeds, as far as known before its kernel is compiled: threads
/// and extents of block, grid and cluster, dynamic shared memory, registers if the compiler has a
/// limit per thread (`registers_per_thread`, from -maxrregcount; 0: none), no room for a single
/// block, a cooperative grid that is not resident at once. Empty if none is exceeded.
///
/// A thread may use fewer registers than its limit. Then a lower limit gives the same kernel, so
/// that pruning the higher one loses nothing.
std::optional<launch_error> check_launch(const launch_shape& shape, int registers_per_thread,
                                         const device_limits& limits);

}  // namespace warpmark::model
