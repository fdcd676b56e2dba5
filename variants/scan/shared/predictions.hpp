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
expected_defect in_one_tile(tile_cost cost, block_method (*method_of)(const config&));

/// The same for all of `costs`.
std::vector<expected_defect> in_one_tile(const std::vector<tile_cost>& costs,
                                         block_method (*method_of)(const config&));

/// Costs of the block methods with one element per segment, and of Blelloch's whatever its padding.
std::vector<tile_cost> hillis_steele_costs();
std::vector<tile_cost> blelloch_costs(std::string (*padding_of)(const config&));

/// Those of the two-level shuffle, with what turning elements over adds.
std::vector<tile_cost> shuffle_costs();

}  // namespace warpmark::scan
