#include "bench/statistics/rank_sum_test.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/midranks.hpp"
#include "bench/statistics/rank_distributions.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

// Drawing `chosen` of the N ranks without replacement; `sum` is their sum.
double normal_p_value(double sum, std::span<const std::size_t> doubled_ranks, double chosen,
                      alternative side) {
  const double all = static_cast<double>(doubled_ranks.size());
  const double mean_rank = (all + 1) / 2;
  double squares = 0;
  for (const std::size_t doubled : doubled_ranks) {
    const double apart = static_cast<double>(doubled) / 2 - mean_rank;
    squares += apart * apart;
  }
  if (squares == 0) return 1;
  const double deviation = std::sqrt(chosen * (all - chosen) / (all * (all - 1)) * squares);
  const double mean = chosen * mean_rank;
  return p_value_of(side, normal_cdf((sum + 0.5 - mean) / deviation),
                    normal_cdf(-(sum - 0.5 - mean) / deviation));
}

}  // namespace

rank_sum_result rank_sum_test(std::span<const double> first, std::span<const double> second,
                              alternative side) {
  require_samples(first, 1, "rank-sum test's first side");
  require_samples(second, 1, "rank-sum test's second side");
  std::vector<double> all(first.begin(), first.end());
  all.insert(all.end(), second.begin(), second.end());
  const std::vector<std::size_t> ranks = doubled_midranks(all);
  const std::size_t doubled_sum = std::accumulate(
      ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(first.size()), std::size_t{0});

  const double chosen = static_cast<double>(first.size());
  const double sum = static_cast<double>(doubled_sum) / 2;
  rank_sum_result result;
  result.statistic = sum - chosen * (chosen + 1) / 2;
  result.exact = all.size() <= max_exact_ranks;
  if (result.exact) {
    const lattice_distribution null = rank_sum_distribution(ranks, first.size());
    result.p_value = p_value_of(side, null.at_most(doubled_sum), null.at_least(doubled_sum));
  } else {
    result.p_value = normal_p_value(sum, ranks, chosen, side);
  }
  return result;
}

}  // namespace warpmark::statistics
