#pragma once

namespace warpmark::statistics {

/// What is claimed against the null hypothesis "no difference".
enum class alternative { less, greater, two_sided };

/// Outcome of a significance test.
struct test_result {
  double statistic = 0;
  double p_value = 1;  ///< Probability under the null of a statistic at least as extreme; 0..1.
};

/// The p-value of `side`, from the probabilities of a statistic at most and at least as large as
/// the one observed. The two-sided one is twice the smaller, capped at 1.
double p_value_of(alternative side, double at_most, double at_least);

}  // namespace warpmark::statistics
