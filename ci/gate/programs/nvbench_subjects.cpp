#include "ci/gate/programs/nvbench_subjects.hpp"

#include <fmt/format.h>

namespace warpmark::gate {
namespace {

const nvbench_point* ran_in(const nvbench_discovery& side, const std::string& key) {
  const auto found = side.points.find(key);
  return found == side.points.end() || found->second.skipped ? nullptr : &found->second;
}

std::string why_missing(const nvbench_discovery& side, const std::string& key, const char* name) {
  const auto found = side.points.find(key);
  return found == side.points.end()
             ? fmt::format("the {} has no such point", name)
             : fmt::format("the {} skips it: {}", name, *found->second.skipped);
}

}  // namespace

std::vector<one_sided_point> one_sided_points(const nvbench_discovery& base,
                                              const nvbench_discovery& head) {
  std::vector<one_sided_point> result;
  for (const auto& [key, point] : base.points) {
    if (point.skipped || ran_in(head, key)) continue;
    const auto failed = head.failed.find(point.benchmark);
    if (failed != head.failed.end())
      result.push_back({key, point.benchmark, verdict::invalid,
                        fmt::format("the head's process {}", failed->second)});
    else
      result.push_back({key, point.benchmark, verdict::missing, why_missing(head, key, "head")});
  }
  for (const auto& [key, point] : head.points)
    if (!point.skipped && !ran_in(base, key))
      result.push_back({key, point.benchmark, verdict::added, why_missing(base, key, "base")});
  return result;
}

nvbench_subjects nvbench_subjects_of(const nvbench_discovery& base, const nvbench_discovery& head) {
  nvbench_subjects result;
  const auto add = [&](const nvbench_point& point, std::string key, std::string family,
                       point_role role) {
    result.points.push_back({.key = key, .family = std::move(family), .role = role});
    result.measured.push_back(
        {.key = std::move(key), .point = point.key, .benchmark = point.benchmark, .role = role});
  };
  for (const auto& [key, point] : base.points) {
    if (point.skipped || !ran_in(head, key)) continue;
    add(point, key, point.benchmark, point_role::candidate);
    add(point, "base again: " + key, "base again", point_role::calibrator);
  }
  return result;
}

}  // namespace warpmark::gate
