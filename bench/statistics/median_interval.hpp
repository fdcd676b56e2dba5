#pragma once

#include <cstddef>
#include <span>

#include "bench/statistics/interval.hpp"

namespace warpmark::statistics {

/// Ranks of the two order statistics, counted from 1, that enclose the median.
struct median_ranks {
  std::size_t lower;
  std::size_t upper;
  double coverage;  ///< The probability that the interval contains the median, 0..1.
};

/// The narrowest symmetric pair of ranks whose coverage is at least `confidence`, for `n` samples.
///
/// Distribution free: the count of samples below the median is binomial(n, 1/2), so [x(r),
/// x(n-r+1)] covers the median with probability 1 - 2 P(binomial <= r - 1) (David & Nagaraja, Order
/// Statistics, 3rd ed., section 7.1; Hollander & Wolfe, Nonparametric Statistical Methods,
/// section 3.6). Too few samples for `confidence` (n < 6 at 95 %) give the full range, ranks 1 and
/// n, and its smaller coverage. Throws std::invalid_argument for n = 0.
median_ranks median_interval_ranks(std::size_t n, double confidence = 0.95);

/// The interval between those two order statistics; samples in any order. Its `confidence` is the
/// coverage reached, which is at least the requested one except with too few samples.
interval median_interval(std::span<const double> samples, double confidence = 0.95);

/// An interval whose coverage is close to `confidence` at every n instead of jumping between it and
/// more: interpolates between the pair of ranks above and the next narrower one.
///
/// Hettmansperger & Sheather, Confidence intervals based on interpolated order statistics,
/// Statistics & Probability Letters 4 (1986) 75-79, eq. 2.2; nearly distribution free. Too few
/// samples give the full range, as above.
interval interpolated_median_interval(std::span<const double> samples, double confidence = 0.95);

}  // namespace warpmark::statistics
