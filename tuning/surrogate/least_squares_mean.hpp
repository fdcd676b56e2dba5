#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuning/surrogate/cholesky_factor.hpp"

namespace warpmark::tuning {

/// A function that the mean of a Gaussian process may contain, with a normal prior of its slope.
struct mean_term {
  std::vector<double> values;  ///< At the observations.
  double expected_slope = 0;
  double weight = 1;  ///< The process's variance over the variance of the slope's prior.
};

/// The mean of a Gaussian process, a constant and terms, by generalised least squares, and its
/// variance; Rasmussen and Williams, section 2.7.
struct least_squares_mean {
  double mean;
  std::vector<double> slopes;  ///< Of the terms.
  double variance;
  std::vector<double> residuals;  ///< L^-1 (values - mean - terms)
};

least_squares_mean least_squares(const cholesky_factor& cholesky_factor,
                                 std::span<const double> values,
                                 std::span<const mean_term> terms = {});

}  // namespace warpmark::tuning
