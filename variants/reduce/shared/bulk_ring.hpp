#pragma once

#include <cstdint>
#include <vector>

#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/plan_builder.hpp"

namespace warpmark::reduce {

// What the variants of kernels/reduce/bulk_ring.cuh share. A tile of the input is one stage.

/// "block", "stage_bytes" and "stages".
std::vector<axis> bulk_ring_axes();
std::vector<constraint> bulk_ring_constraints();

/// The same of a resident grid, with "blocks_per_sm" and "finish".
std::vector<axis> resident_bulk_axes();
std::vector<constraint> resident_bulk_constraints();

/// One block per tile, and the blocks of a resident grid with the axis "blocks_per_sm".
std::uint64_t bulk_tiles(const problem& problem, const config& config);
std::uint64_t resident_bulk_grid(const problem& problem, const config& config,
                                 const device_limits& limits);

/// Launches a kernel with a warp more than "block", and the ring in dynamic shared memory.
void launch_bulk_ring(plan_builder& plan, const operator_kernel& kernel, const config& config,
                      std::uint64_t grid, std::vector<kernel_argument> more);

/// Roundings on the path of an element if a block takes at most `max_tiles` tiles, and one block
/// reduces the results of at most `max_blocks`.
double bulk_ring_depth(const problem& problem, const config& config, std::uint64_t max_tiles,
                       std::uint64_t max_blocks);

/// The grid of a resident bulk ring, where no device bounds it.
std::optional<std::uint64_t> unbounded_bulk_grid(const problem& problem, const config& config);

}  // namespace warpmark::reduce
