#include "bench/statistics/median_interval.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {

median_ranks median_interval_ranks(std::size_t n, double confidence) {
  if (n == 0) throw std::invalid_argument("median interval: no samples");
  require_open_unit(confidence, "median interval's confidence");
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

interval median_interval(std::span<const double> samples, double confidence) {
  require_samples(samples, 1, "median interval");
  const std::vector<double> sorted = ascending(samples);
  const median_ranks ranks = median_interval_ranks(sorted.size(), confidence);
  return {sorted[ranks.lower - 1], sorted[ranks.upper - 1], ranks.coverage};
}

interval interpolated_median_interval(std::span<const double> samples, double confidence) {
  require_samples(samples, 1, "interpolated median interval");
  const std::vector<double> sorted = ascending(samples);
  const std::size_t n = sorted.size();
  const auto [lower, upper, coverage] = median_interval_ranks(n, confidence);
  const bool next_pair_exists = lower + 1 <= upper - 1;
  if (coverage <= confidence || !next_pair_exists) {
    return {sorted[lower - 1], sorted[upper - 1], coverage};
  }
  const auto total = static_cast<double>(n);
  const auto rank = static_cast<double>(lower);
  const double step = 2 * std::exp(std::lgamma(total + 1) - std::lgamma(rank + 1) -
                                   std::lgamma(total - rank + 1) - total * std::log(2.0));
  const double share = (coverage - confidence) / step;
  const double weight = (total - rank) * share / (rank + (total - 2 * rank) * share);
  return {std::lerp(sorted[lower - 1], sorted[lower], weight),
          std::lerp(sorted[upper - 1], sorted[upper - 2], weight), confidence};
}

}  // namespace warpmark::statistics
