#pragma once

#include <vector>

namespace warpmark::tuning {

/// Times as a model learns them: logarithms, from the median on, in units of the median minus the
/// best, so that the best is at -1. What is slower than the median is compressed below 2: how slow
/// a slow config is tells little of where the fast ones are. What does not run (infinity) is like
/// the slowest. All zero where nothing runs.
std::vector<double> compressed(const std::vector<double>& times);

}  // namespace warpmark::tuning
