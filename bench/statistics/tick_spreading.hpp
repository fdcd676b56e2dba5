#pragma once

#include <span>
#include <vector>

namespace warpmark::statistics {

/// Samples of a clock that ticks, in ascending order, the m that fell on one tick spread evenly
/// over it: as the median of grouped data does it, a tick's samples are taken to lie anywhere
/// within it. Without that, a median can only be a tick, and the interval around it has a width of
/// none or of whole ticks, whatever confidence was asked. `tick` in the samples' unit; 0 leaves
/// them as they are. Throws std::invalid_argument for no samples and for one that is not finite.
std::vector<double> spread_over_ticks(std::span<const double> samples, double tick);

}  // namespace warpmark::statistics
