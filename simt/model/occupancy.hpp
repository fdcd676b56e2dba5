#pragma once

#include <cstddef>
#include <cstdint>

#include "base/device_limits.hpp"

namespace warpmark::model {

/// Blocks of a kernel that one multiprocessor holds at once; 0 if not even one fits. Registers are
/// handed out to warps by 256, shared memory to blocks by 128 bytes with 1024 reserved from
/// Ampere on (CUDA C++ Programming Guide, compute capabilities). `shared_bytes` is static and
/// dynamic together.
int resident_blocks(const device_limits& limits, int registers, std::uint32_t block_threads,
                    std::size_t shared_bytes);

}  // namespace warpmark::model
