#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "variants/contract/device_limits.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::model {

/// A limit of a device that a launch exceeds.
struct launch_objection {
  std::string limit;  ///< With its value: "a block has at most 1024 threads".
  std::uint64_t wanted =
      0;  ///< What the launch asks for, in the limit's unit; 0: nothing to count.

  /// "a block has at most 1024 threads; this one asks for 2048"
  std::string text() const;
};

/// Why a device of these limits cannot execute a launch, as far as that is known before its kernel
/// is compiled: threads and extents of block, grid and cluster, dynamic shared memory, registers
/// where the compiler is told how many a thread may take (-maxrregcount), no room for a single
/// block, a cooperative grid that is not resident as a whole. Nothing if none of these says so.
///
/// A thread may take fewer registers than it is allowed. Then the kernel is the one that a lower
/// bound gives, so that leaving out the higher one loses nothing.
std::optional<launch_objection> objection_to(const launch_shape& shape,
                                             const kernel_instance& kernel,
                                             const device_limits& limits);

/// The first of a plan's launches; of a series its first and its last one are looked at.
std::optional<launch_objection> objection_to(const launch_plan& plan, const device_limits& limits);

/// What -maxrregcount among a compiler's options allows a thread; 0 if it is not given, -1 if what
/// is given is no number.
int declared_registers(const std::vector<std::string>& options);

}  // namespace warpmark::model
