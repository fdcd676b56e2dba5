#pragma once

namespace warpmark::statistics {

/// The true effect that a one-sided t test at level `alpha` finds with probability `power`, in the
/// unit of `standard_error`: the effect that an inconclusive comparison could have detected. For n
/// rounds of standard deviation s, the standard error is s / sqrt(n) and `df` n - 1.
///
/// From the noncentral t distribution (Cohen, Statistical Power Analysis, 2nd ed., section 12.2).
/// With p-values adjusted over m tests, the smallest level is alpha / m. Throws
/// std::invalid_argument unless standard_error >= 0, df > 0 and finite, 0 < alpha < power < 1.
double detectable_effect(double standard_error, double df, double alpha = 0.05, double power = 0.8);

}  // namespace warpmark::statistics
