#pragma once

#include <span>
#include <vector>

namespace warpmark::statistics {

/// Adjusted p-values, in the order given. Rejecting those at most alpha keeps the probability of
/// any false rejection at alpha, however the tests depend on each other (Holm, Scandinavian Journal
/// of Statistics 6 (1979) 65-70).
std::vector<double> holm_adjusted(std::span<const double> p_values);

/// Adjusted p-values, in the order given. Rejecting those at most q keeps the expected share of
/// false ones among the rejected at q, for independent or positively dependent tests (Benjamini &
/// Hochberg, J. Royal Statistical Society B 57 (1995) 289-300).
std::vector<double> benjamini_hochberg_adjusted(std::span<const double> p_values);

// Both: no p-values give none; one that is not in 0..1 is a std::invalid_argument.

}  // namespace warpmark::statistics
