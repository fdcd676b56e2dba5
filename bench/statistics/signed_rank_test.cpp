#include "bench/statistics/signed_rank_test.hpp"

#include <cmath>
#include <vector>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/midranks.hpp"
#include "bench/statistics/rank_distributions.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

// Each rank is positive with probability 1/2, so a rank r adds r^2/4 to the variance.
double normal_p_value(double positive, std::span<const std::size_t> doubled_ranks,
                      alternative side) {
  double mean = 0;
  double variance = 0;
  for (const std::size_t doubled : doubled_ranks) {
    const double rank = static_cast<double>(doubled) / 2;
    mean += rank / 2;
    variance += rank * rank / 4;
  }
  const double deviation = std::sqrt(variance);
  return p_value_of(side, normal_cdf((positive + 0.5 - mean) / deviation),
                    normal_cdf(-(positive - 0.5 - mean) / deviation));
}

}  // namespace

signed_rank_result signed_rank_test(std::span<const double> differences, double shift,
                                    alternative side) {
  require_samples(differences, 1, "signed-rank test");
  require_samples({&shift, 1}, 1, "signed-rank test's shift");
  std::vector<double> sizes;
  std::vector<bool> is_positive;
  for (const double difference : differences) {
    const double apart = difference - shift;
    if (apart == 0) continue;
    sizes.push_back(std::abs(apart));
    is_positive.push_back(apart > 0);
  }
  const std::vector<std::size_t> ranks = doubled_midranks(sizes);
  std::size_t positive = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) positive += is_positive[i] ? ranks[i] : 0;

  signed_rank_result result;
  result.statistic = static_cast<double>(positive) / 2;
  result.used = ranks.size();
  result.exact = ranks.size() <= max_exact_ranks;
  if (result.exact) {
    const lattice_distribution null = signed_rank_distribution(ranks);
    result.p_value = p_value_of(side, null.at_most(positive), null.at_least(positive));
  } else {
    result.p_value = normal_p_value(result.statistic, ranks, side);
  }
  return result;
}

}  // namespace warpmark::statistics
