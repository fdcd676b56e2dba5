#include "bench/statistics/mann_kendall.hpp"

#include <cmath>
#include <vector>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

double terms(double count) { return count * (count - 1) * (2 * count + 5); }

// Variance of S, reduced by each group of equal samples.
double variance_of_s(std::span<const double> samples) {
  const std::vector<double> sorted = ascending(samples);
  double variance = terms(static_cast<double>(sorted.size()));
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t last = first + 1;
    while (last < sorted.size() && sorted[last] == sorted[first]) ++last;
    variance -= terms(static_cast<double>(last - first));
    first = last;
  }
  return variance / 18;
}

}  // namespace

trend_result mann_kendall_test(std::span<const double> samples, alternative side) {
  require_samples(samples, 3, "Mann-Kendall test");
  const std::size_t n = samples.size();
  std::vector<double> slopes;
  slopes.reserve(n * (n - 1) / 2);
  trend_result result;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const double rise = samples[j] - samples[i];
      slopes.push_back(rise / static_cast<double>(j - i));
      result.statistic += static_cast<double>((rise > 0) - (rise < 0));
    }
  }
  result.slope = median(slopes);
  const double deviation = std::sqrt(variance_of_s(samples));
  if (deviation == 0) return result;
  result.p_value = p_value_of(side, normal_cdf((result.statistic + 1) / deviation),
                              normal_cdf(-(result.statistic - 1) / deviation));
  return result;
}

}  // namespace warpmark::statistics
