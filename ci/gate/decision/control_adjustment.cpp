#include "ci/gate/decision/control_adjustment.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>

#include "bench/statistics/quantile.hpp"
#include "ci/gate/decision/resource_classes.hpp"

namespace warpmark::gate {
namespace {

using ratios_by_round = std::map<std::size_t, std::vector<double>>;

// Of the equal controls, or of those of a resource; less what `already` takes.
ratios_by_round ratios_of_controls(const std::vector<timed_point>& points, round_span span,
                                   const std::vector<resource_class>& classes,
                                   std::optional<resource_class> of,
                                   const shrunken_medians& already) {
  ratios_by_round ratios;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!is_equal_control(points[i]) || (of && classes[i] != *of)) continue;
    for (const round_pair& pair : points[i].rounds)
      if (pair.discarded.empty() && span.contains(pair.round))
        ratios[pair.round].push_back(pair.log_ratio() - already.shift(pair.round));
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

// Medians of the rounds that have enough controls, shrunken unless their size is less than
// `critical` times that of their noise; then nothing is taken.
shrunken_medians shrunken(const ratios_by_round& ratios, double critical(std::size_t rounds)) {
  shrunken_medians result;
  double size = 0;
  for (const auto& [round, values] : ratios) {
    if (values.size() < control_adjustment::min_controls) continue;
    const double median = statistics::median(values);
    result.by_round.emplace(round, median);
    size += median * median;
  }
  if (size == 0) return result;
  size /= static_cast<double>(result.by_round.size());
  const double noise = noise_of_medians(ratios, result.by_round);
  if (size > critical(result.by_round.size()) * noise)
    result.taken = std::max(0.0, 1 - noise / size);
  return result;
}

double any_size(std::size_t) { return 0; }

// The mean square of so many standard normal numbers that one of a thousand exceeds (Wilson and
// Hilferty, Proc. Natl. Acad. Sci. 17 (1931) 684-688).
double surprising_size(std::size_t rounds) {
  constexpr double z = 3.090232306;
  const double part = 2 / (9 * static_cast<double>(rounds));
  return std::pow(1 - part + z * std::sqrt(part), 3);
}

}  // namespace

double shrunken_medians::shift(std::size_t round) const {
  const auto found = by_round.find(round);
  return found == by_round.end() ? 0 : taken * found->second;
}

control_adjustment::control_adjustment(const std::vector<timed_point>& points, round_span span)
    : classes_(resource_classes(points)) {
  all_ = shrunken(ratios_of_controls(points, span, classes_, {}, {}), any_size);
  for (const auto of : {resource_class::memory, resource_class::compute, resource_class::latency})
    of_resources_[of] =
        shrunken(ratios_of_controls(points, span, classes_, of, all_), surprising_size);
  for (const std::size_t round : rounds_with_pairs(points, span))
    complete_ = complete_ && all_.by_round.contains(round);
}

double control_adjustment::shift_of(std::size_t point, std::size_t round) const {
  const auto found = of_resources_.find(classes_.at(point));
  return all_.shift(round) + (found == of_resources_.end() ? 0 : found->second.shift(round));
}

double control_adjustment::taken(resource_class resource) const {
  const auto found = of_resources_.find(resource);
  return found == of_resources_.end() ? 0 : found->second.taken;
}

std::string_view control_adjustment::controls_of(std::size_t point) const {
  if (taken(classes_.at(point)) > 0) return name(classes_[point]);
  return all_.taken > 0 ? "all" : "none";
}

std::vector<double> adjusted_log_ratios(const std::vector<timed_point>& points, std::size_t point,
                                        const control_adjustment& adjustment, round_span span) {
  std::vector<double> ratios;
  for (const round_pair& pair : points.at(point).rounds)
    if (pair.discarded.empty() && span.contains(pair.round))
      ratios.push_back(pair.log_ratio() - adjustment.shift_of(point, pair.round));
  return ratios;
}

}  // namespace warpmark::gate
