#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuning/spaces.hpp"
#include "tuning/surrogate/matern_kernel.hpp"

namespace warpmark::tuning {

/// The kernel that nothing is known for: the middle of the prior.
matern_kernel prior_kernel(std::size_t features);

/// What is minimised: the negative logarithm of the posterior of the kernel, the mean and the
/// variance being the best ones. Length scales and the nugget have log-normal priors. 1e9 if the
/// matrix cannot be factored. `points`: a vector of features an observation, of which there is one
/// or more.
double kernel_loss(const matern_kernel& kernel, const std::vector<std::vector<float>>& points,
                   std::span<const double> values);

/// Betters the kernel by steps along one coordinate after the other, `sweeps` times through them.
/// No gradient: there is nothing to derive, and few steps are enough where a fit begins with the
/// last one.
matern_kernel better_kernel(matern_kernel from, const std::vector<std::vector<float>>& points,
                            std::span<const double> values, std::size_t sweeps,
                            random_source& random);

}  // namespace warpmark::tuning
