#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuning/spaces.hpp"
#include "tuning/surrogate/matern_kernel.hpp"

namespace warpmark::tuning {

/// Improves the kernel by steps along one coordinate after the other, `sweeps` times through them,
/// towards the smallest kernel_posterior::loss(). `points`: a vector of features per observation;
/// at least one. No gradient: few steps suffice where a fit starts from the previous one.
matern_kernel better_kernel(matern_kernel from, const std::vector<std::vector<float>>& points,
                            std::span<const double> values, std::size_t sweeps,
                            random_source& random);

}  // namespace warpmark::tuning
