#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuning/spaces.hpp"
#include "tuning/surrogate/matern_kernel.hpp"

namespace warpmark::tuning {

/// The kernel without data: the median of the prior.
matern_kernel prior_kernel(std::size_t features);

/// Improves the kernel by steps along one coordinate after the other, `sweeps` times through them,
/// towards the smallest negative logarithm of the posterior of the kernel, with the best mean and
/// variance for each. Length scales and the nugget have log-normal priors. `points`: a vector of
/// features per observation; at least one. No gradient: few steps suffice where a fit starts from
/// the previous one.
matern_kernel better_kernel(matern_kernel from, const std::vector<std::vector<float>>& points,
                            std::span<const double> values, std::size_t sweeps,
                            random_source& random);

}  // namespace warpmark::tuning
