#pragma once

#include <span>

#include "bench/statistics/test_result.hpp"

namespace warpmark::statistics {

struct rank_sum_result : test_result {  ///< `statistic` is U: pairs with first > second, ties half.
  bool exact = true;
};

/// The Wilcoxon rank-sum (Mann-Whitney) test that two independent sets of samples have one
/// distribution; `greater` claims that `first` tends to be larger (Mann & Whitney 1947; Hollander &
/// Wolfe, Nonparametric Statistical Methods, 2nd ed., section 4.1).
///
/// Up to max_exact_ranks samples in all the p-value is exact, also with ties; above, normal with
/// the tie correction and a continuity correction. It assumes independent samples. Samples of one
/// process are not independent. All samples equal gives p = 1. Throws std::invalid_argument if a
/// side is empty or has a sample that is not finite.
rank_sum_result rank_sum_test(std::span<const double> first, std::span<const double> second,
                              alternative side = alternative::two_sided);

}  // namespace warpmark::statistics
