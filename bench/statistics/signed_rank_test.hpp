#pragma once

#include <cstddef>
#include <span>

#include "bench/statistics/test_result.hpp"

namespace warpmark::statistics {

struct signed_rank_result : test_result {  ///< `statistic` is the sum of the positive ranks.
  std::size_t used = 0;                    ///< Differences that are not zero.
  bool exact = true;
};

/// Wilcoxon's signed-rank test that paired differences are symmetric about `shift`; `greater`
/// claims that they are above it. Differences equal to `shift` are left out and the rest ranked,
/// ties by midranks (Wilcoxon 1945; Hollander & Wolfe, Nonparametric Statistical Methods, 2nd ed.,
/// section 3.1).
///
/// Up to max_exact_ranks differences the p-value is exact, also with ties; above, normal with the
/// variance of the midranks (which is the tie correction) and a continuity correction. The
/// smallest one-sided p of n differences is 2^-n. Only zeros give p = 1. Throws
/// std::invalid_argument for no differences or one that is not finite.
signed_rank_result signed_rank_test(std::span<const double> differences, double shift = 0,
                                    alternative side = alternative::two_sided);

}  // namespace warpmark::statistics
