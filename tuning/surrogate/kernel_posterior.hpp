#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuning/surrogate/matern_kernel.hpp"

namespace warpmark::tuning {

/// The kernel without data: the median of the prior.
matern_kernel prior_kernel(std::size_t features);

/// The posterior of a kernel, given observations. Length scales and the nugget have log-normal
/// priors.
class kernel_posterior {
 public:
  /// `points`: a vector of features per observation; at least one. `values` must outlive this.
  kernel_posterior(const std::vector<std::vector<float>>& points, std::span<const double> values);

  /// The negative logarithm of the posterior, up to a constant, with the best mean and variance.
  /// 1e9 if the covariance matrix cannot be factored.
  double loss(const matern_kernel& kernel) const;

 private:
  // Squared distances from `observation` to those before it.
  void distances(std::size_t observation, const std::vector<float>& weights,
                 std::vector<float>& row) const;

  std::span<const double> values_;
  std::vector<std::vector<float>> by_feature_;  // So that distances read memory in order.
};

}  // namespace warpmark::tuning
