#pragma once

#include <cstddef>
#include <cstdint>

#include "base/device_limits.hpp"

namespace warpmark::model {

/// Blocks of a kernel that are resident on one multiprocessor at once; 0 if not even one fits.
/// Registers are allocated per warp in units of 256, shared memory per block in units of 128 bytes
/// (256 before Ampere) with 1024 reserved from Ampere on (CUDA C++ Programming Guide, compute
/// capabilities; cuda_occupancy.h). `shared_bytes` is the sum of static and dynamic shared memory.
/// From compute capability 9.0 on blocks share the multiprocessor's named barriers, of which each
/// uses `named_barriers`.
int resident_blocks(const device_limits& limits, int registers, std::uint32_t block_threads,
                    std::size_t shared_bytes, int named_barriers = 1);

/// What a block takes of a multiprocessor's shared memory, with what is reserved, in bytes.
std::size_t taken_shared_bytes(const device_limits& limits, std::size_t shared_bytes);

}  // namespace warpmark::model
