#pragma once

#include <cstdint>
#include <string_view>

#include "variants/contract/axis.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark {

/// The config axes that variants of several families share.

/// "block", threads per block: powers of two from 32 to 1024 where a tree needs them, else
/// multiples of 32; swept.
axis block_axis(bool power_of_two);

/// "blocks_per_sm", blocks per multiprocessor in the grid: 1 to 256.
axis blocks_per_sm_axis(std::int64_t base);

/// The value of a config axis of numbers that are not negative: value_of(config, "block").
std::uint64_t value_of(const config& config, std::string_view axis);

/// For configs with axes "block" and "items": elements of a block's tile, and tiles of n elements.
std::uint64_t tile_of(const config& config);
std::uint64_t tile_count(const problem& problem, const config& config);

}  // namespace warpmark
