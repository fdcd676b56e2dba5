#include "bench/statistics/median_interval.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace warpmark::statistics {
namespace {

void require_samples(std::size_t n) {
  if (n == 0) throw std::invalid_argument("no samples to summarise");
}

}  // namespace

median_ranks median_interval_ranks(std::size_t n, double confidence) {
  require_samples(n);
  const double tail = (1 - confidence) / 2;
  // P(binomial(n, 1/2) = k), by its recurrence; in logarithms, since 2^-n underflows past n = 1074.
  double log_probability = -static_cast<double>(n) * std::log(2.0);
  double below = 0;  // P(binomial <= rank - 1)
  std::size_t rank = 0;
  while (rank < n / 2) {
    const double next = below + std::exp(log_probability);
    if (next > tail) break;
    below = next;
    log_probability += std::log(static_cast<double>(n - rank) / static_cast<double>(rank + 1));
    ++rank;
  }
  if (rank == 0) return {1, n, n == 1 ? 0 : 1 - 2 * std::exp2(-static_cast<double>(n))};
  return {rank, n - rank + 1, 1 - 2 * below};
}

double sample_summary::relative_half_width() const {
  return median == 0 ? 0 : (ci_hi - ci_lo) / 2 / std::abs(median);
}

double quantile(std::span<const double> ascending, double p) {
  require_samples(ascending.size());
  const double place = std::clamp(p, 0.0, 1.0) * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return std::lerp(ascending[below], ascending[above], place - static_cast<double>(below));
}

sample_summary summarise(std::span<const double> samples) {
  require_samples(samples.size());
  std::vector<double> ascending(samples.begin(), samples.end());
  std::sort(ascending.begin(), ascending.end());
  const median_ranks ranks = median_interval_ranks(ascending.size());
  return {.n = ascending.size(),
          .median = quantile(ascending, 0.5),
          .ci_lo = ascending[ranks.lower - 1],
          .ci_hi = ascending[ranks.upper - 1],
          .mean = std::accumulate(ascending.begin(), ascending.end(), 0.0) /
                  static_cast<double>(ascending.size()),
          .min = ascending.front(),
          .p05 = quantile(ascending, 0.05),
          .p95 = quantile(ascending, 0.95)};
}

}  // namespace warpmark::statistics
