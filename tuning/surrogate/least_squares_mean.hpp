#pragma once

#include <span>
#include <vector>

#include "tuning/surrogate/cholesky_factor.hpp"

namespace warpmark::tuning {

/// The constant mean of a Gaussian process by generalised least squares, and its variance, which
/// both maximise the likelihood for a given kernel; Rasmussen and Williams, section 2.7, with the
/// constant as the only basis function.
struct least_squares_mean {
  double mean;
  double variance;
  std::vector<double> residuals;  ///< L^-1 (values - mean)
};

least_squares_mean least_squares(const cholesky_factor& cholesky_factor,
                                 std::span<const double> values);

}  // namespace warpmark::tuning
