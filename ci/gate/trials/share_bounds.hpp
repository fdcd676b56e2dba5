#pragma once

#include <cstddef>

namespace warpmark::gate {

/// Clopper and Pearson's one-sided 95 % bounds of a share of which `seen` of `tries` >= 1 were seen
/// (Biometrika 26 (1934) 404-413). None in 300 is surely below 1 %.
double upper_bound_of_share(std::size_t seen, std::size_t tries);
}  // namespace warpmark::gate
