#include "tuning/surrogate/compressed_log_times.hpp"

#include <algorithm>
#include <cmath>

namespace warpmark::tuning {
namespace {

constexpr double slowest = 2;
// A failure has its own model, the probability to run, and says little about the times around it:
// as the slowest, one failure would exclude all configs with the same pair of names. Where a fifth
// of the configs fail, they are a region, and as slow as the slowest.
constexpr double lone_failure = 0.4;
constexpr double per_share_of_failures = 5;
// One percent in time: closer times must not amplify noise.
constexpr double min_unit = 0.01;

}  // namespace

std::vector<double> compressed(const std::vector<double>& times) {
  std::vector<double> logs;
  for (const double time : times)
    if (std::isfinite(time)) logs.push_back(std::log(time));
  std::vector<double> result(times.size(), 0);
  if (logs.empty()) return result;
  const double min_log = *std::min_element(logs.begin(), logs.end());
  auto sorted = logs;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  const double median = *middle, unit = std::max(median - min_log, min_unit);
  double worst = 0;
  auto log = logs.begin();
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i])) continue;
    const double value = (*log++ - median) / unit;
    result[i] = value > 0 ? slowest * std::tanh(value / slowest) : value;
    worst = std::max(worst, result[i]);
  }
  const double share_of_failures =
      1 - static_cast<double>(logs.size()) / static_cast<double>(times.size());
  const double failure =
      worst * std::clamp(per_share_of_failures * share_of_failures, lone_failure, 1.0);
  for (std::size_t i = 0; i < times.size(); ++i)
    if (!std::isfinite(times[i])) result[i] = failure;
  return result;
}

}  // namespace warpmark::tuning
