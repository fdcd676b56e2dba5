#pragma once

#include <span>

namespace warpmark::tuning {

/// The probability that the second of two samples rises with the first, after even odds: from
/// Spearman's rank correlation, by the difference of Schwarz's criterion of a linear model of the
/// ranks and of none. 0 where they do not rise together, and of fewer than three.
double chance_of_relation(std::span<const double> expected, std::span<const double> observed);

}  // namespace warpmark::tuning
