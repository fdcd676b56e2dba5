#pragma once

#include "base/device_limits.hpp"
#include "base/launch_shape.hpp"
#include "simt/execution/kernel_program.hpp"

namespace warpmark::simt {

/// The launch shape with the kernel's own cluster size. Throws device_error for a shape that a GPU
/// would reject: more threads or shared memory than a block may have, a block other than .reqntid,
/// a grid that is not a multiple of the cluster, a cooperative grid that does not fit. `resident`:
/// blocks per multiprocessor.
launch_shape checked_shape(const kernel_program& program, launch_shape shape,
                           const device_limits& limits, int resident);

}  // namespace warpmark::simt
