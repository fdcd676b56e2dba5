#pragma once

#include <cstddef>
#include <span>

namespace warpmark::tuning {

/// How long a point takes, with the interval of its median; all above zero, lo <= median <= hi.
struct timing {
  double median_ns = 0;
  double ci_lo_ns = 0;
  double ci_hi_ns = 0;
  std::size_t rounds = 1;  ///< Measurements that it sums up.
  bool operator==(const timing&) const = default;
};

/// The median over rounds (at least one) of their medians.
///
/// From six rounds on, its interval is that of the median of rounds by order statistics (95 %, see
/// statistics::median_interval), which holds what differs from round to round. Fewer rounds cannot
/// give that: then it is the hull of the rounds' own intervals. Either is widened to hold the
/// median. Throws std::invalid_argument for no rounds.
timing over_rounds(std::span<const timing> rounds);

/// A ratio of two times with the widest interval that theirs allow.
struct gain {
  double value = 1;
  double lo = 1;
  double hi = 1;
};

/// How many times faster `now` is than `before`.
gain gain_over(const timing& before, const timing& now);

}  // namespace warpmark::tuning
