#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warpmark::statistics {

/// Weights of the ascending order statistics in the Harrell-Davis quantile: w_i = I_{i/n}(a, b) -
/// I_{(i-1)/n}(a, b) with a = (n+1) p and b = (n+1)(1-p), I being the regularised incomplete beta
/// function. They add up to 1.
///
/// Harrell & Davis, A new distribution-free quantile estimator, Biometrika 69 (1982) 635-640,
/// eq. 1. Throws std::invalid_argument for n = 0 and unless 0 < p < 1.
std::vector<double> harrell_davis_weights(std::size_t n, double p);

/// Quantile `p` as the weighted mean of all order statistics; smoother than one or two of them,
/// so that a median of few samples does not jump with a single one. Its breakdown point is 0: one
/// outlier changes it, though only slightly. Samples in any order; throws as the weights do.
double harrell_davis(std::span<const double> samples, double p = 0.5);

}  // namespace warpmark::statistics
