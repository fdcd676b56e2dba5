#pragma once

#include <span>
#include <vector>

namespace warpmark::statistics {

/// The samples of a clock with ticks, in ascending order, with the m samples of one tick spread
/// evenly over it. As in the median of grouped data, a tick's samples are assumed to be uniform
/// within it. Without that a median is always a multiple of a tick, and the width of its interval
/// is zero or full ticks at any confidence. `tick` in the samples' unit; 0 leaves them as they are.
/// Throws std::invalid_argument for no samples and for one that is not finite.
std::vector<double> spread_over_ticks(std::span<const double> samples, double tick);

}  // namespace warpmark::statistics
