#pragma once

#include <cstdint>
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
/// extent of the grid, so that blocks at its edges are as frequent as in the grid. Distinct; in the
/// order in which they run.
std::vector<std::uint64_t> spread_blocks(const extent3& grid, std::uint64_t max_blocks);

}  // namespace warpmark::simt
