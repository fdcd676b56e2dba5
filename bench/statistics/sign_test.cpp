#include "bench/statistics/sign_test.hpp"

#include <algorithm>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {

sign_result sign_test(std::span<const double> differences, double shift, alternative side) {
  require_samples(differences, 1, "sign test");
  require_samples({&shift, 1}, 1, "sign test's shift");
  const auto count_if = [&](auto holds) {
    return static_cast<std::size_t>(std::count_if(differences.begin(), differences.end(), holds));
  };
  const std::size_t above = count_if([&](double value) { return value > shift; });
  const std::size_t below = count_if([&](double value) { return value < shift; });
  sign_result result;
  result.statistic = static_cast<double>(above);
  result.used = above + below;
  result.p_value = p_value_of(side, binomial_cdf(above, result.used, 0.5),
                              binomial_upper_tail(above, result.used, 0.5));
  return result;
}

}  // namespace warpmark::statistics
