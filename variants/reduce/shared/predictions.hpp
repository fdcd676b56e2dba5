#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/plan_builder.hpp"

namespace warpmark::reduce {

/// The cost of one block of B threads, whatever its share of the input.
struct block_cost {
  std::string counter;  ///< Of docs/counters.md.
  std::string formula;  ///< Of one block.
  std::function<std::uint64_t(std::uint64_t block, const config&)> of;
  bool of_any_value = false;  ///< Only if values have 4 bytes, which take one bank each.
};

/// Whether partial results are single numbers; if `bytes` is given, of that size.
bool has_plain_values(const problem& problem, std::size_t bytes = 0);

/// Whether elements and partial results are numbers that begin at a sector's start.
bool loads_whole_sectors(const problem& problem);

/// Whether the hardware has this atomic; else it is a loop of unpredictable length.
bool has_native_atomic(const problem& problem);

/// Sectors of 32 bytes that hold `count` neighbouring elements, the first at a sector's start.
std::uint64_t sectors_of(std::uint64_t count, std::size_t element_bytes);

/// Sectors that add_passes loads: each element, and each partial result, once and coalesced.
std::uint64_t sectors_of_passes(const problem& problem, std::uint64_t tile);

/// Sectors that passes over `count` partial results load.
std::uint64_t sectors_of_partials(const problem& problem, std::uint64_t count, std::uint64_t tile);

/// Blocks that add_passes launches, all passes together.
std::uint64_t blocks_of_passes(std::uint64_t count, std::uint64_t tile);

/// `cost` of all blocks of a plan; `blocks` is empty if their number is unknown.
counter_prediction of_all_blocks(
    block_cost cost,
    std::function<std::optional<std::uint64_t>(const problem&, const config&)> blocks);

/// log2 of a power of two.
std::uint64_t steps_of(std::uint64_t block);

}  // namespace warpmark::reduce
