#pragma once

#include <vector>

namespace warpmark::tuning {

/// Times as targets of a model: logarithms relative to the median, in units of the median minus the
/// best, so that the best is at -1. Values above the median are compressed below 2: the times of
/// slow configs contain little information about fast ones. Configs that do not run (infinity) get
/// 0.4 of the slowest value. All zero if nothing runs.
std::vector<double> compressed(const std::vector<double>& times);

}  // namespace warpmark::tuning
