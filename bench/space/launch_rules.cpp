#include "bench/space/launch_rules.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "bench/space/plan_check.hpp"

namespace warpmark::spaces {
namespace {

struct exceeded_limit {
  std::vector<bool> by = {};  ///< Whether each config exceeds it, by index.
  std::uint64_t min_requested = UINT64_MAX, max_requested = 0;
};

level_tuple projected(const level_tuple& levels, const std::vector<std::size_t>& onto) {
  level_tuple result;
  for (const auto axis : onto) result.push_back(levels[axis]);
  return result;
}

// Whether those axes determine which configs exceed the limit.
bool tell(const std::vector<std::size_t>& axes, const std::vector<level_tuple>& configs,
          const std::vector<bool>& beyond) {
  std::map<level_tuple, bool> seen;
  for (std::size_t i = 0; i < configs.size(); ++i) {
    const auto [found, added] = seen.try_emplace(projected(configs[i], axes), beyond[i]);
    if (!added && found->second != beyond[i]) return false;
  }
  return true;
}

std::vector<std::size_t> min_axes(const std::vector<level_tuple>& configs,
                                  const std::vector<bool>& beyond) {
  std::vector<std::size_t> axes(configs.front().size());
  std::iota(axes.begin(), axes.end(), 0);
  for (std::size_t axis = 0; axis < configs.front().size(); ++axis) {
    auto fewer = axes;
    std::erase(fewer, axis);
    if (tell(fewer, configs, beyond)) axes = std::move(fewer);
  }
  return axes;
}

std::string reason_of(const std::string& limit, const exceeded_limit& exceeded) {
  if (exceeded.max_requested == 0) return limit;
  if (exceeded.min_requested == exceeded.max_requested)
    return fmt::format("{}; requested {}", limit, exceeded.min_requested);
  return fmt::format("{}; requested {} to {}", limit, exceeded.min_requested,
                     exceeded.max_requested);
}

rule rule_of(const std::string& limit, const exceeded_limit& exceeded,
             const std::vector<level_tuple>& configs) {
  const auto axes = min_axes(configs, exceeded.by);
  std::set<level_tuple> beyond;
  for (std::size_t i = 0; i < configs.size(); ++i)
    if (exceeded.by[i]) beyond.insert(projected(configs[i], axes));
  return {reason_of(limit, exceeded), axes,
          [axes, beyond = std::move(beyond)](std::span<const std::uint32_t> levels) {
            return !beyond.contains(projected({levels.begin(), levels.end()}, axes));
          }};
}

}  // namespace

std::vector<rule> launch_rules(const space& allowed, const device_limits& limits,
                               const std::function<launch_plan(config_index)>& plan_of) {
  if (allowed.count() == 0 || allowed.count() > max_plans) return {};
  std::map<std::string, exceeded_limit> exceeded;
  for (config_index index = 0; index < allowed.count(); ++index) {
    std::optional<model::launch_error> found;
    try {
      found = check_launches(plan_of(index), limits);
    } catch (const std::exception&) {
      continue;  // The error is reported when the config is measured.
    }
    if (!found) continue;
    exceeded_limit& exceeded_limit = exceeded[found->limit];
    exceeded_limit.by.resize(allowed.count());
    exceeded_limit.by[index] = true;
    exceeded_limit.min_requested = std::min(exceeded_limit.min_requested, found->requested);
    exceeded_limit.max_requested = std::max(exceeded_limit.max_requested, found->requested);
  }
  if (exceeded.empty()) return {};
  std::vector<level_tuple> configs;
  for (config_index index = 0; index < allowed.count(); ++index)
    configs.push_back(allowed.at(index));
  std::vector<rule> rules;
  rules.reserve(exceeded.size());
  for (const auto& [limit, exceeding] : exceeded)
    rules.push_back(rule_of(limit, exceeding, configs));
  return rules;
}

}  // namespace warpmark::spaces
