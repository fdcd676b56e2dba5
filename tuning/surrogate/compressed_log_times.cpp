#include "tuning/surrogate/compressed_log_times.hpp"

#include <algorithm>
#include <cmath>

namespace warpmark::tuning {
namespace {

constexpr double slowest = 2;
// A failure has its own model, the probability to run, and says little about the times around it:
// as the slowest, one failure would exclude all configs with the same pair of names.
constexpr double failed_share = 0.4;
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
  for (std::size_t i = 0; i < times.size(); ++i)
    if (!std::isfinite(times[i])) result[i] = failed_share * worst;
  return result;
}

}  // namespace warpmark::tuning
