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
  std::uint64_t requested = 0;  ///< In the limit's unit; 0: nothing to count.

  /// "a block has at most 1024 threads; this one asks for 2048"
  std::string text() const;
};

/// Why a device of these limits cannot execute a launch, as far as that is known before its kernel
/// is compiled: threads and extents of block, grid and cluster, dynamic shared memory, registers
/// where the compiler is told how many a thread may take (`registers_per_thread`, from
/// -maxrregcount; 0: no limit is given), no room for a single block, a cooperative grid that is not
/// resident at once. Nothing if none of these says so.
///
/// A thread may take fewer registers than it is allowed. Then the kernel is the one that a lower
/// bound gives, so that leaving out the higher one loses nothing.
std::optional<launch_error> check_launch(const launch_shape& shape, int registers_per_thread,
                                         const device_limits& limits);

}  // namespace warpmark::model
