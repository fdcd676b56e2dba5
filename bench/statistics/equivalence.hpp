#pragma once

#include "bench/statistics/t_test.hpp"

namespace warpmark::statistics {

/// Two one-sided tests: the estimate is shown to be inside the margin at level alpha if `p_value`
/// <= alpha, which is equivalent to the interval of confidence 1 - 2 alpha being inside it.
struct equivalence_result {
  double p_above_low = 1;   ///< Against "at or below the low margin".
  double p_below_high = 1;  ///< Against "at or above the high margin": non-inferiority of a time.
  double p_value = 1;       ///< The larger of the two.
};

/// Schuirmann, J. Pharmacokinetics and Biopharmaceutics 15 (1987) 657-680. Failing to reject
/// equality does not prove equivalence; this test does. `measured` comes from any of the t tests,
/// with any hypothesis. Margins in the estimate's unit; throws std::invalid_argument unless low <
/// high.
equivalence_result equivalence_test(const t_result& measured, double low, double high);

}  // namespace warpmark::statistics
