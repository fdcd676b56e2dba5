#pragma once

#include <cstdint>
#include <vector>

#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"

namespace warpmark::scan {

/// Scans the input tile by tile, the tiles' totals likewise, and adds the results to every element:
/// one launch if all fits one tile, else three, five, ... (scan-then-propagate).
void add_scan_then_propagate(plan_builder& plan, const problem& problem, const tiling& tiles);

/// Replaces `count` partial results by their exclusive scan, in the same way.
void add_scan_of_totals(plan_builder& plan, const tiling& tiles, std::size_t totals,
                        std::uint64_t count);

/// Roundings on the longest path of an element to a result.
double propagate_rounding_depth(const tiling& tiles, std::uint64_t n);

/// Completes a variant that consists of scan-then-propagate over one block method: its plan and its
/// rounding depth. `method_of` chooses the method.
variant made_of_tiles(variant described, block_method (*method_of)(const config&));

}  // namespace warpmark::scan
