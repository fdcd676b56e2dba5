#include "ci/gate/decision/resource_classes.hpp"

#include <algorithm>
#include <optional>

#include "bench/statistics/quantile.hpp"

namespace warpmark::gate {
namespace {

std::optional<double> base_time(const timed_point& point) {
  std::vector<double> times;
  for (const round_pair& pair : point.rounds)
    if (pair.discarded.empty()) times.push_back(pair.base.time_ns);
  if (times.empty()) return {};
  return statistics::median(times);
}

std::optional<double> launch_floor(const std::vector<timed_point>& points) {
  std::optional<double> floor;
  for (const timed_point& point : points) {
    if (point.resource != resource_class::latency) continue;
    if (const auto time = base_time(point)) floor = std::min(floor.value_or(*time), *time);
  }
  return floor;
}

resource_class class_of(const timed_point& point, std::optional<double> floor) {
  if (point.resource != resource_class::unknown) return point.resource;
  const auto time = base_time(point);
  if (!time) return resource_class::unknown;
  if (floor && *time < latency_bound_floors * *floor) return resource_class::latency;
  if (!point.min_ns) return resource_class::unknown;
  return *point.min_ns >= memory_bound_part * *time ? resource_class::memory
                                                    : resource_class::compute;
}

}  // namespace

std::vector<resource_class> resource_classes(const std::vector<timed_point>& points) {
  const auto floor = launch_floor(points);
  std::vector<resource_class> classes;
  classes.reserve(points.size());
  for (const timed_point& point : points) classes.push_back(class_of(point, floor));
  return classes;
}

}  // namespace warpmark::gate
