#pragma once

#include <cstddef>
#include <span>

#include "bench/statistics/test_result.hpp"

namespace warpmark::statistics {

struct sign_result : test_result {  ///< `statistic` is the count of positive differences.
  std::size_t used = 0;             ///< Differences that are not zero.
};

/// The exact sign test that the median of paired differences is `shift`, by the binomial
/// distribution; it assumes only independence, not symmetry (Hollander &
/// Wolfe, Nonparametric Statistical Methods, 2nd ed., section 3.4). Differences equal to `shift`
/// are left out; only such differences give p = 1. Throws std::invalid_argument for no differences
/// or one that is not finite.
sign_result sign_test(std::span<const double> differences, double shift = 0,
                      alternative side = alternative::two_sided);

}  // namespace warpmark::statistics
