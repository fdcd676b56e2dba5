#pragma once

#include <cstdint>

#include "base/device_limits.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark::reduce {

/// Blocks of a kernel whose blocks take tiles of block * unroll vectors in turn: `blocks_per_sm`
/// per multiprocessor, but none without a tile.
std::uint64_t grid_of_tiles(const problem& problem, const config& config,
                            const device_limits& limits);

/// Roundings of one element in kernels/reduce/grid_fold.cuh with that many blocks, and in the
/// block's own reduction.
double grid_fold_depth(const problem& problem, const config& config, std::uint64_t blocks);

}  // namespace warpmark::reduce
