#include "bench/statistics/process_pool.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/sample_checks.hpp"
#include "bench/statistics/t_test.hpp"

namespace warpmark::statistics {
namespace {

// The variance of a median's logarithm, as far as its interval says.
double sampling_variance(const process_median& process) {
  if (!process.range || !(process.range->lo > 0) || !(process.range->confidence > 0) ||
      !(process.range->confidence < 1))
    return 0;
  const double reach = std::log(process.range->hi / process.range->lo) / 2;
  const double error = reach / normal_quantile(0.5 + process.range->confidence / 2);
  return error * error;
}

}  // namespace

process_pool pool_processes(std::span<const process_median> processes, double confidence) {
  std::vector<double> logs;
  double sampling = 0;
  for (const process_median& process : processes) {
    require_positive(process.median, "median of a process");
    logs.push_back(std::log(process.median));
    sampling += sampling_variance(process);
  }
  require_samples(logs, 2, "pool of processes");
  const t_result mean = t_test(logs);
  const interval range = mean.range(confidence);
  const double variance = moments_of(logs).variance;
  sampling /= static_cast<double>(logs.size());
  return {.median = std::exp(mean.estimate),
          .range = {std::exp(range.lo), std::exp(range.hi), confidence},
          .between = std::sqrt(std::max(0.0, variance - sampling)),
          .within = std::sqrt(sampling)};
}

}  // namespace warpmark::statistics
