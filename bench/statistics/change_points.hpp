#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/statistics/step_fit.hpp"

namespace warpmark::statistics {

struct change_point_options {
  std::size_t shortest = 3;  ///< Minimum number of values of a level.
  double alpha = 0.001;      ///< Largest p-value of a step, before it is split further.
  double min_change = 0.02;  ///< Smallest |after / before - 1|; 0.02 is 2 %.
  std::size_t permutations = 1999;
  std::uint64_t seed = 1;
};

/// The steps of a history of positive values (times, ratios), in order: binary segmentation, which
/// splits at the best step and then processes both parts (Scott & Knott, Biometrics 30 (1974)
/// 507-512; the permutation test as in Matteson & James, J. American Statistical Association 109
/// (2014) 334-345). `before` and `after` are the means of the levels that meet at the step.
///
/// For annotating a history, not for the gate: neighbouring commits are measured on a machine that
/// drifts, and drift can appear as steps. Series too short to split have none. Throws
/// std::invalid_argument for a value that is not finite and positive, shortest = 0 and an alpha not
/// in 0..1.
std::vector<step> find_change_points(std::span<const double> series,
                                     const change_point_options& options = {});

}  // namespace warpmark::statistics
