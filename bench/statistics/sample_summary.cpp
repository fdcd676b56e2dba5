#include "bench/statistics/sample_summary.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include "bench/statistics/median_interval.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {

sample_summary summarise(std::span<const double> samples) {
  require_samples(samples, 1, "summary of samples");
  const std::vector<double> sorted = ascending(samples);
  const median_ranks ranks = median_interval_ranks(sorted.size());
  return {.n = sorted.size(),
          .median = quantile(sorted, 0.5),
          .ci_lo = sorted[ranks.lower - 1],
          .ci_hi = sorted[ranks.upper - 1],
          .mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) /
                  static_cast<double>(sorted.size()),
          .min = sorted.front(),
          .p05 = quantile(sorted, 0.05),
          .p95 = quantile(sorted, 0.95)};
}

}  // namespace warpmark::statistics
