#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"

namespace warpmark::scan {

/// The cost of scanning one tile.
struct tile_cost {
  std::string counter;  ///< Of docs/counters.md.
  std::string formula;
  std::function<std::uint64_t(const tiling&, const config&, bool inclusive)> of;
  bool of_any_value = false;  ///< Only if values have 4 bytes, which take one bank each.

  /// Whether it is about elements, too: of full tiles of elements of 4 bytes, from a sector's
  /// start.
  bool of_whole_tiles = false;
};

/// The prediction of `cost` for problems that fit one tile, and so one launch.
counter_prediction in_one_tile(const tile_cost& cost, block_method (*method_of)(const config&));

/// The same for all of `costs`.
std::vector<counter_prediction> in_one_tile(const std::vector<tile_cost>& costs,
                                            block_method (*method_of)(const config&));

/// Costs of the block methods with one element per segment, and of Blelloch's whatever its padding.
std::vector<tile_cost> hillis_steele_costs();
std::vector<tile_cost> blelloch_costs(std::string (*padding_of)(const config&));
std::vector<tile_cost> brent_kung_costs(std::string (*padding_of)(const config&));
std::vector<tile_cost> kogge_stone_costs();
std::vector<tile_cost> raking_costs();  ///< With pad32.
std::vector<tile_cost> sklansky_costs();

/// Those of the two-level shuffle, with what transposing elements adds.
std::vector<tile_cost> shuffle_costs();

/// The cost of moving n elements in a scan of many tiles.
struct traffic_of_tiles {
  std::uint64_t elements;  ///< Sectors of all elements, once.
  std::uint64_t tiles;
  std::uint64_t totals;  ///< Sectors of one partial result per tile, once.
  std::uint64_t warps;   ///< Of a block.
};

/// A prediction of sectors, for full tiles of elements of 4 bytes from a sector's start, with
/// coalesced accesses: several tiles, but no more than one tile's worth of totals, so that one
/// block scans them.
counter_prediction of_sectors(std::string counter, std::string formula,
                              block_method (*method_of)(const config&),
                              std::uint64_t (*sectors)(const traffic_of_tiles&, const config&));

/// Sectors that scans with method_axis() load if they read each element twice, and every warp of
/// the last kernel its tile's prefix.
counter_prediction sectors_of_two_readings();

/// For plans that process levels of totals: one launch for a single tile, and two more per level.
counter_prediction of_launches(block_method (*method_of)(const config&));

}  // namespace warpmark::scan
