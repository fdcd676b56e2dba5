#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "tuning/surrogate/cholesky_factor.hpp"
#include "tuning/surrogate/matern_kernel.hpp"

namespace warpmark::tuning {

/// The points at which a function was observed and their covariance. The observed values are only
/// needed for predictions (candidates), because values may be rescaled as more become known.
/// Rasmussen and Williams, section 2.2.
class gaussian_process {
 public:
  explicit gaussian_process(matern_kernel kernel) : kernel_(std::move(kernel)) {}

  /// Costs size()^2 operations.
  void observe(std::span<const float> point);

  std::size_t size() const { return factor_.size(); }
  const matern_kernel& kernel() const { return kernel_; }
  const cholesky_factor& factor() const { return factor_; }

  /// In units of length scales.
  const std::vector<float>& scaled_point(std::size_t i) const { return points_[i]; }

 private:
  matern_kernel kernel_;
  std::vector<std::vector<float>> points_;
  cholesky_factor factor_;
};

}  // namespace warpmark::tuning
