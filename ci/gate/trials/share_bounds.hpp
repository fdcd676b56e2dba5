#pragma once

#include <cstddef>

namespace warpmark::gate {

/// Clopper and Pearson's one-sided 95 % bounds of a share, from `seen` of `tries` >= 1 (Biometrika
/// 26 (1934) 404-413). For none in 300 the upper bound is just below 1 %.
double upper_bound_of_share(std::size_t seen, std::size_t tries);
}  // namespace warpmark::gate
