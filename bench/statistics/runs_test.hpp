#pragma once

#include <span>

#include "bench/statistics/test_result.hpp"

namespace warpmark::statistics {

/// Whether samples above and below a limit come in longer runs than independent ones would.
struct runs_result : test_result {  ///< `statistic` is the number of runs.
  double expected = 0;              ///< Their number if the order is random.
};

/// The runs test against too few runs (Wald & Wolfowitz, Annals of Mathematical Statistics 11
/// (1940) 147-162), normal with a continuity correction. Samples at the limit count as above it. If
/// all are on one side, the p-value is 1. At least one sample, all finite, else
/// std::invalid_argument.
runs_result runs_test(std::span<const double> samples, double limit);

/// Whether the test rejects independence at 0.1 %, and there are less than 0.6 times as many runs
/// as expected: of many samples the test alone finds dependence that does not matter.
bool comes_in_long_runs(std::span<const double> samples, double limit);

}  // namespace warpmark::statistics
