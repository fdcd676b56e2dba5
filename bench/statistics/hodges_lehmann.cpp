#include "bench/statistics/hodges_lehmann.hpp"

#include <cstddef>
#include <vector>

#include "bench/statistics/pairwise_selection.hpp"
#include "bench/statistics/rank_intervals.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

// The median of `count` values and the interval that leaves out some at each end.
template <class selector>
location_estimate estimate(std::size_t count, const rank_interval& ends, selector kth) {
  const double upper_middle = kth(count / 2 + 1);
  const double lower_middle = count % 2 == 1 ? upper_middle : kth(count / 2);
  return {lower_middle / 2 + upper_middle / 2,
          {kth(ends.left_out + 1), kth(count - ends.left_out), ends.coverage}};
}

}  // namespace

location_estimate hodges_lehmann(std::span<const double> samples, double confidence) {
  require_samples(samples, 1, "Hodges-Lehmann estimate");
  require_open_unit(confidence, "Hodges-Lehmann confidence");
  const std::vector<double> sorted = ascending(samples);
  const std::size_t n = sorted.size();
  return estimate(n * (n + 1) / 2, signed_rank_interval(n, confidence),
                  [&](std::size_t k) { return kth_walsh_average(sorted, k); });
}

}  // namespace warpmark::statistics
