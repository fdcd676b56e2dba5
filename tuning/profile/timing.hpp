#pragma once

#include <cstddef>
#include <span>

namespace warpmark::tuning {

/// The time of a point with the interval of its median; all above zero, lo <= median <= hi.
struct timing {
  double median_ns = 0;
  double ci_lo_ns = 0;
  double ci_hi_ns = 0;
  std::size_t rounds = 1;  ///< Number of measurements.
  bool operator==(const timing&) const = default;
};

/// The median over rounds (at least one) of their medians.
///
/// From six rounds, its interval is that of the median of rounds by order statistics (95 %, see
/// statistics::median_interval), which includes the variation between rounds. With fewer rounds it
/// is the hull of the rounds' own intervals. Either is widened to contain the median. Throws
/// std::invalid_argument for no rounds.
timing over_rounds(std::span<const timing> rounds);

/// A ratio of two times with the widest interval that follows from theirs.
struct gain {
  double value = 1;
  double lo = 1;
  double hi = 1;
};

/// How many times faster `now` is than `before`.
gain gain_over(const timing& before, const timing& now);

}  // namespace warpmark::tuning
