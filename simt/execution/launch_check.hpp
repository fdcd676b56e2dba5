#pragma once

#include "base/device_limits.hpp"
#include "base/launch_shape.hpp"
#include "simt/execution/kernel_program.hpp"

namespace warpmark::simt {

/// What a launch comes to with the kernel's own cluster size. Throws device_error for a shape that
/// a card would refuse: more threads or shared memory than a block may have, other threads than
/// .reqntid says, a grid that is no multiple of the cluster, a cooperative grid that does not fit.
/// `resident`: blocks that one multiprocessor holds.
launch_shape checked_shape(const kernel_program& program, launch_shape shape,
                           const device_limits& limits, int resident);

}  // namespace warpmark::simt
