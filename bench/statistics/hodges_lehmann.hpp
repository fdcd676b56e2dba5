#pragma once

#include <span>

#include "bench/statistics/interval.hpp"

namespace warpmark::statistics {

/// A location or shift with the interval of the rank test that belongs to it.
struct location_estimate {
  double value = 0;
  interval range;  ///< `confidence` is the reached one: at least the requested one if n allows it.
};

/// The median of the Walsh averages: the centre of symmetric samples, 95 % as efficient as the mean
/// for normal noise and robust against a few outliers. The interval contains the centres that
/// signed_rank_test would not reject (Hodges & Lehmann, Annals of Mathematical Statistics 34 (1963)
/// 598-611; Hollander & Wolfe, Nonparametric Statistical Methods, 2nd ed., sections 3.2 and 3.3).
///
/// Time O(n log n), memory O(n). Too few samples for `confidence` (n < 6 at 95 %) give the range
/// and its smaller confidence. Throws std::invalid_argument for no samples or one that is not
/// finite.
location_estimate hodges_lehmann(std::span<const double> samples, double confidence = 0.95);

}  // namespace warpmark::statistics
