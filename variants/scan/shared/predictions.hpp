#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"

namespace warpmark::scan {

/// What scanning one tile costs.
struct tile_cost {
  std::string counter;  ///< Of docs/counters.md.
  std::string formula;
  std::function<std::uint64_t(const tiling&, const config&, bool inclusive)> of;
  bool of_any_value = false;  ///< Else of values of 4 bytes alone, which take one bank each.

  /// Whether it is about elements, too: of whole tiles of elements of 4 bytes, from a sector's
  /// start.
  bool of_whole_tiles = false;
};

/// The prediction of `cost` for problems that fit one tile, and so one launch.
counter_prediction in_one_tile(tile_cost cost, block_method (*method_of)(const config&));

/// The same for all of `costs`.
std::vector<counter_prediction> in_one_tile(const std::vector<tile_cost>& costs,
                                            block_method (*method_of)(const config&));

/// Costs of the block methods with one element per segment, and of Blelloch's whatever its padding.
std::vector<tile_cost> hillis_steele_costs();
std::vector<tile_cost> blelloch_costs(std::string (*padding_of)(const config&));

/// Those of the two-level shuffle, with what turning elements over adds.
std::vector<tile_cost> shuffle_costs();

/// What moving n elements costs a scan of many tiles.
struct traffic_of_tiles {
  std::uint64_t elements;  ///< Sectors of all elements, once.
  std::uint64_t tiles;
  std::uint64_t totals;  ///< Sectors of a partial result a tile, once.
  std::uint64_t warps;   ///< Of a block.
};

/// A prediction of sectors, for whole tiles of elements of 4 bytes from a sector's start, moved
/// neighbours by neighbours: several, but no more than one tile's worth, so that one block scans
/// their totals.
counter_prediction of_sectors(std::string counter, std::string formula,
                              block_method (*method_of)(const config&),
                              std::uint64_t (*sectors)(const traffic_of_tiles&, const config&));

/// Of plans that work through levels of totals: one launch for a single tile, and two more for each
/// level.
counter_prediction of_launches(block_method (*method_of)(const config&));

}  // namespace warpmark::scan
