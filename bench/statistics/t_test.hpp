#pragma once

#include <cstddef>
#include <span>

#include "bench/statistics/interval.hpp"
#include "bench/statistics/test_result.hpp"

namespace warpmark::statistics {

/// Count, mean and unbiased variance (n - 1) of samples.
struct sample_moments {
  std::size_t n = 0;
  double mean = 0;
  double variance = 0;
};

/// Two passes, so that a small variance about a large mean keeps its digits. Throws
/// std::invalid_argument for fewer than two samples or one that is not finite.
sample_moments moments_of(std::span<const double> samples);

/// A t statistic with its parts.
struct t_result : test_result {
  double estimate = 0;        ///< The mean, or the difference of means.
  double standard_error = 0;  ///< Of the estimate, in its unit.
  double df = 0;              ///< Degrees of freedom; may be fractional or infinite.

  /// estimate -+ t quantile x standard error.
  interval range(double confidence = 0.95) const;
};

/// The t test of an estimate with this standard error and `df` against `shift`. A standard error of
/// 0 gives p = 0 or 1 for an estimate off `shift`, and 1 for one at it.
t_result t_test_of(double estimate, double standard_error, double df, double shift,
                   alternative side);

/// Student's one-sample test that the mean is `shift`; on the differences of pairs, the paired
/// test.
t_result t_test(std::span<const double> samples, double shift = 0,
                alternative side = alternative::two_sided);

}  // namespace warpmark::statistics
