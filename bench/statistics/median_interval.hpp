#pragma once

#include <cstddef>
#include <span>

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
/// section 3.6). Too few samples for `confidence` (n < 6 at 95 %) give the whole range, ranks 1 and
/// n, and its smaller coverage. Throws std::invalid_argument for n = 0.
median_ranks median_interval_ranks(std::size_t n, double confidence = 0.95);

/// What a report needs of some samples; in the samples' unit.
struct sample_summary {
  std::size_t n = 0;
  double median = 0;
  double ci_lo = 0;  ///< 95 % interval of the median; the whole range below 6 samples.
  double ci_hi = 0;
  double mean = 0;
  double min = 0;
  double p05 = 0;
  double p95 = 0;

  /// Half the interval's width over the median; 0 for a median of 0.
  double relative_half_width() const;
};

/// Throws std::invalid_argument if there are no samples.
sample_summary summarise(std::span<const double> samples);

/// Quantile `p` in 0..1 of ascending samples by linear interpolation of the order statistics
/// (type 7 of Hyndman & Fan, 1996). Throws std::invalid_argument if there are no samples.
double quantile(std::span<const double> ascending, double p);

}  // namespace warpmark::statistics
