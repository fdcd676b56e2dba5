#include "bench/statistics/t_test.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {

sample_moments moments_of(std::span<const double> samples) {
  require_samples(samples, 2, "mean and variance");
  const auto n = static_cast<double>(samples.size());
  // Over the distances from the first sample: equal samples have variance 0 and not some 1e-33.
  const double origin = samples.front();
  double sum = 0;
  for (const double sample : samples) sum += sample - origin;
  const double offset = sum / n;
  double squares = 0;
  for (const double sample : samples) {
    const double apart = sample - origin - offset;
    squares += apart * apart;
  }
  return {samples.size(), origin + offset, squares / (n - 1)};
}

namespace {

// Each tail takes a microsecond, of which a gate of many points needs millions.
double p_value_of_t(double t, double df, alternative side) {
  switch (side) {
    case alternative::less:
      return student_t_cdf(t, df);
    case alternative::greater:
      return student_t_upper_tail(t, df);
    case alternative::two_sided:
      break;
  }
  return std::min(1.0, 2 * student_t_cdf(-std::abs(t), df));
}

}  // namespace

interval t_result::range(double confidence) const {
  require_open_unit(confidence, "t interval's confidence");
  const double reach = student_t_quantile(0.5 + confidence / 2, df) * standard_error;
  return {estimate - reach, estimate + reach, confidence};
}

t_result t_test_of(double estimate, double standard_error, double df, double shift,
                   alternative side) {
  t_result result;
  result.estimate = estimate;
  result.standard_error = standard_error;
  result.df = df;
  const double apart = estimate - shift;
  if (standard_error > 0) {
    result.statistic = apart / standard_error;
    result.p_value = p_value_of_t(result.statistic, df, side);
  } else if (apart != 0) {
    result.statistic = std::copysign(std::numeric_limits<double>::infinity(), apart);
    result.p_value = p_value_of(side, apart > 0 ? 1 : 0, apart < 0 ? 1 : 0);
  }
  return result;
}

t_result t_test(std::span<const double> samples, double shift, alternative side) {
  const sample_moments seen = moments_of(samples);
  const auto n = static_cast<double>(seen.n);
  return t_test_of(seen.mean, std::sqrt(seen.variance / n), n - 1, shift, side);
}

}  // namespace warpmark::statistics
