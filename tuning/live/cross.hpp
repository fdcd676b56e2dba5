#pragma once

#include <cstdint>
#include <vector>

#include "base/device_limits.hpp"
#include "bench/core/point.hpp"

namespace warpmark::tuning {

/// Winners at the sizes of one series: problems that differ only in n.
struct series_winners {
  std::vector<point> winners;  ///< One per size, ascending.
  std::vector<point> bases;    ///< The default configs of their variants, at any size.
};

/// The geometric means of neighbouring sizes, at which thresholds were not tuned. `sizes`
/// ascending; consecutive integers have none between.
std::vector<std::uint64_t> sizes_between(const std::vector<std::uint64_t>& sizes);

/// Every winner and base of a series at each of `sizes`, as far as constraints and families allow,
/// each point once. Choosing thresholds needs the times of configs at sizes where they did not win.
std::vector<point> crossed(const series_winners& series_winners,
                           const std::vector<std::uint64_t>& sizes, const device_limits& limits);

}  // namespace warpmark::tuning
