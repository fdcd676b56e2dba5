#include "bench/statistics/runs_test.hpp"

#include <cmath>
#include <cstddef>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

constexpr double alpha = 0.001;
constexpr double max_runs = 0.6;  // over the expected number

}  // namespace

runs_result runs_test(std::span<const double> samples, double limit) {
  require_samples(samples, 1, "runs test");
  double above = 0, runs = 1;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const bool is_above = samples[i] >= limit;
    above += is_above ? 1 : 0;
    if (i > 0 && is_above != (samples[i - 1] >= limit)) ++runs;
  }
  const auto n = static_cast<double>(samples.size());
  const double pairs = 2 * above * (n - above);
  runs_result result;
  result.statistic = runs;
  result.expected = 1 + pairs / n;
  if (pairs == 0) return result;
  const double variance = pairs * (pairs - n) / (n * n * (n - 1));
  if (variance > 0)
    result.p_value = normal_cdf((runs + 0.5 - result.expected) / std::sqrt(variance));
  return result;
}

bool comes_in_long_runs(std::span<const double> samples, double limit) {
  const runs_result runs = runs_test(samples, limit);
  return runs.p_value < alpha && runs.statistic < max_runs * runs.expected;
}

}  // namespace warpmark::statistics
