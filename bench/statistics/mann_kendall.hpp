#pragma once

#include <span>

#include "bench/statistics/test_result.hpp"

namespace warpmark::statistics {

struct trend_result : test_result {  ///< `statistic` is S: rising pairs minus falling ones.
  double slope = 0;  ///< Theil-Sen: the median change per step, in the samples' unit.
};

/// The Mann-Kendall test for a monotone trend in samples taken one after another, and the slope
/// that goes with it (Mann, Econometrica 13 (1945) 245-259; Kendall, Rank Correlation Methods, for
/// the variance with ties; Sen, J. American Statistical Association 63 (1968) 1379-1389).
///
/// Normal with a continuity correction, good from 8 samples on; `greater` claims a rising trend.
/// Time and memory grow with n^2: meant for windows of up to a few thousand samples. At least
/// three samples, all finite, else std::invalid_argument.
trend_result mann_kendall_test(std::span<const double> samples,
                               alternative side = alternative::two_sided);

}  // namespace warpmark::statistics
