#include "bench/statistics/steadiness.hpp"

#include <algorithm>
#include <cmath>

#include "bench/statistics/mann_kendall.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {

steadiness assess_steadiness(std::span<const double> samples_so_far,
                             const steadiness_options& options) {
  for (const double sample : samples_so_far) require_positive(sample, "warm-up sample");
  const std::size_t min_samples = std::max<std::size_t>(options.shortest, 3);
  if (samples_so_far.size() < min_samples) return {};
  const auto window = samples_so_far.last(std::max(min_samples, samples_so_far.size() / 2));
  const trend_result trend = mann_kendall_test(window);
  const double drift = trend.slope * static_cast<double>(window.size() - 1) / median(window);
  const bool moves = trend.p_value < options.alpha && std::abs(drift) > options.tolerance;
  return {!moves, drift, trend.p_value};
}

}  // namespace warpmark::statistics
