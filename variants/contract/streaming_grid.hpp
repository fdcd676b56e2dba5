#pragma once

#include <cstdint>
#include <vector>

#include "variants/contract/axis.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark {

// How many blocks stream through a problem, of which each takes a tile of `block` * `unroll` pieces
// at a time.
//
// A grid of as many blocks as fit the card at once goes through the tiles in strides. One that
// covers the problem has a block for each tile, and the card starts them in order as others end:
// blocks never drift apart by more than a few tiles, so that what is in flight stays a short piece
// of memory. On an H200 that copies as fast as the driver does, and strides take 5 % longer.

/// "grid": `resident` or `covering`.
axis grid_axis(const char* base);

/// Of configs with the axes grid and blocks_per_sm, whose base is given: the number does not matter
/// where the grid covers the problem.
constraint covering_has_one_size(std::int64_t blocks_per_sm);

/// Blocks for `work` pieces, at least 1. Reads grid, blocks_per_sm, block and unroll.
std::uint64_t streaming_grid(std::uint64_t work, const config& config, const device_limits& limits);

}  // namespace warpmark
