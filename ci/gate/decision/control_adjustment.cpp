#include "ci/gate/decision/control_adjustment.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "bench/statistics/quantile.hpp"

namespace warpmark::gate {
namespace {

using ratios_by_round = std::map<std::size_t, std::vector<double>>;

ratios_by_round ratios_of_controls(const std::vector<timed_point>& points, round_span span) {
  ratios_by_round ratios;
  for (const timed_point& point : points) {
    if (!is_equal_control(point)) continue;
    for (const round_pair& pair : point.rounds)
      if (pair.discarded.empty() && span.contains(pair.round))
        ratios[pair.round].push_back(pair.log_ratio());
  }
  return ratios;
}

std::set<std::size_t> rounds_with_pairs(const std::vector<timed_point>& points, round_span span) {
  std::set<std::size_t> rounds;
  for (const timed_point& point : points)
    for (const round_pair& pair : point.rounds)
      if (span.contains(pair.round)) rounds.insert(pair.round);
  return rounds;
}

// The variance of a round's median, from the controls' median distance to it. A median distance is
// robust against bimodal controls.
double noise_of_medians(const ratios_by_round& ratios,
                        const std::map<std::size_t, double>& medians) {
  std::vector<double> distances;
  double per_control = 0;  // The mean of 1 / controls.
  for (const auto& [round, median] : medians) {
    const auto& values = ratios.at(round);
    const auto count = static_cast<double>(values.size());
    const double freed =
        std::sqrt(count / (count - 1));  // One degree of freedom went into the median.
    for (const double value : values) distances.push_back(freed * std::abs(value - median));
    per_control += 1 / count / static_cast<double>(medians.size());
  }
  constexpr double deviation_per_distance = 1.4826;  // For normal noise.
  const double deviation = deviation_per_distance * statistics::median(distances);
  return std::numbers::pi / 2 * deviation * deviation * per_control;
}

}  // namespace

control_adjustment::control_adjustment(const std::vector<timed_point>& points, round_span span) {
  const ratios_by_round ratios = ratios_of_controls(points, span);
  double size = 0;
  for (const auto& [round, values] : ratios) {
    if (values.size() < min_controls) continue;
    const double median = statistics::median(values);
    medians_.emplace(round, median);
    size += median * median;
  }
  for (const std::size_t round : rounds_with_pairs(points, span))
    complete_ = complete_ && medians_.contains(round);
  if (size == 0) return;
  size /= static_cast<double>(medians_.size());
  taken_ = std::max(0.0, 1 - noise_of_medians(ratios, medians_) / size);
}

double control_adjustment::shift(std::size_t round) const {
  const auto found = medians_.find(round);
  return found == medians_.end() ? 0 : taken_ * found->second;
}

std::vector<double> adjusted_log_ratios(const timed_point& point,
                                        const control_adjustment& adjustment, round_span span) {
  std::vector<double> ratios;
  for (const round_pair& pair : point.rounds)
    if (pair.discarded.empty() && span.contains(pair.round))
      ratios.push_back(pair.log_ratio() - adjustment.shift(pair.round));
  return ratios;
}

}  // namespace warpmark::gate
