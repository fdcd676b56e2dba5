#include "bench/statistics/rank_intervals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/rank_distributions.hpp"

namespace warpmark::statistics {
namespace {

std::vector<std::size_t> ranks_up_to(std::size_t n) {
  std::vector<std::size_t> ranks(n);
  std::iota(ranks.begin(), ranks.end(), 1);
  return ranks;
}

// The statistic counts the pairwise values below the true one: the interval misses it at this end
// when the count is at most `left_out`.
rank_interval exact_interval(const lattice_distribution& statistic, double tail) {
  std::size_t left_out = 0;
  while (statistic.at_most(left_out + 1) <= tail) ++left_out;
  return {left_out, std::max(0.0, 1 - 2 * statistic.at_most(left_out))};
}

rank_interval normal_interval(double mean, double variance, double tail) {
  const double deviation = std::sqrt(variance);
  const double left_out = std::floor(mean - 0.5 + normal_quantile(tail) * deviation);
  if (left_out < 0) return {0, 1 - 2 * normal_cdf((0.5 - mean) / deviation)};
  return {static_cast<std::size_t>(left_out),
          1 - 2 * normal_cdf((left_out + 0.5 - mean) / deviation)};
}

}  // namespace

rank_interval signed_rank_interval(std::size_t n, double confidence) {
  const double tail = (1 - confidence) / 2;
  if (n <= max_exact_ranks) {
    return exact_interval(signed_rank_distribution(ranks_up_to(n)), tail);
  }
  const auto count = static_cast<double>(n);
  return normal_interval(count * (count + 1) / 4, count * (count + 1) * (2 * count + 1) / 24, tail);
}

}  // namespace warpmark::statistics
