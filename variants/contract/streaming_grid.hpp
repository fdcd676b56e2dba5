#pragma once

#include <cstdint>
#include <vector>

#include "variants/contract/axis.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark {

// How many blocks stream through a problem, each taking a tile of `block` * `unroll` pieces at a
// time.
//
// A resident grid, as many blocks as fit the device at once, processes the tiles in strides. A
// covering grid has one block per tile, and the device starts them in order as others end: blocks
// never drift apart by more than a few tiles, so that the accesses in flight stay within a short
// range of memory. On an H200 a covering grid copies as fast as the driver does, and strides take 5
// % longer.

/// "grid": `resident` or `covering`.
axis grid_axis(const char* base);

/// For configs with the axes grid and blocks_per_sm, whose base is given: a covering grid ignores
/// blocks_per_sm.
constraint covering_has_one_size(std::int64_t blocks_per_sm);

/// Blocks for `work` pieces, at least 1. Reads grid, blocks_per_sm, block and unroll.
std::uint64_t streaming_grid(std::uint64_t work, const config& config, const device_limits& limits);

}  // namespace warpmark
