#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simt/execution/launch_state.hpp"

namespace warpmark::simt {

/// How much of a launch is interpreted if only its modelled time is needed.
struct sample_limits {
  std::uint64_t max_blocks = 0;  ///< 0: all.
  /// No further block starts after so many warp instructions, except for the second one.
  std::uint64_t warp_instructions = std::uint64_t{1} << 22;
};

/// Whether some blocks can represent the launch: they do not communicate, and there are more than
/// `max_blocks`.
bool can_be_sampled(const launch_state& launch, std::uint64_t max_blocks);

/// The blocks to interpret: the middle one, whose timeline is followed, and others spread over each
/// extent of the grid. Blocks at the ends of the extents are parts of their own. Distinct; in the
/// order in which they run, which may stop after each.
std::vector<sampled_block> spread_blocks(const extent3& grid, std::uint64_t max_blocks);

/// For each block that ran, how many blocks of the grid it represents.
std::vector<double> weights_of(std::span<const sampled_block> ran, std::uint64_t grid_blocks);

}  // namespace warpmark::simt
