#include "bench/space/variant_space.hpp"

#include <algorithm>

#include "bench/space/launch_rules.hpp"

namespace warpmark::spaces {
namespace {

// Numbers in ascending order; names in the listed order.
std::vector<parameter_value> in_order(std::vector<parameter_value> values) {
  if (values.empty() || std::holds_alternative<std::string>(values.front())) return values;
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

// Integers and names keep their type; axis_value has their text.
parameter_value parameter_of(const axis& along, const axis_value& value) {
  if (along.is_integer()) return static_cast<std::int64_t>(std::stoll(value.text));
  return value.text;
}

}  // namespace

constrained_spaces spaces_of(const variant& variant, const problem& problem,
                             const device_limits& limits,
                             const std::vector<std::vector<parameter_value>>& values) {
  std::vector<parameter_axis> axes;
  for (std::size_t axis = 0; axis < variant.axes.size(); ++axis)
    axes.push_back(
        {.name = variant.axes[axis].name,
         .values = in_order(values.empty() ? variant.axes[axis].values : values.at(axis))});
  return {std::move(axes), rules_of(variant, limits), problem};
}

std::vector<rule> rules_of_launches(const variant& variant, const problem& problem,
                                    const device_limits& limits, const space& allowed) {
  if (!variant.plan || !variant.missing().empty()) return {};
  return launch_rules(allowed, limits, [&](config_index index) {
    return variant.plan(problem, config_at(variant, allowed, index), limits);
  });
}

space space_of(const variant& variant, const problem& problem, const device_limits& limits,
               const std::vector<std::vector<parameter_value>>& values) {
  auto constrained = spaces_of(variant, problem, limits, values);
  space allowed = constrained.named_under(constrained.rule_count());
  const auto more = rules_of_launches(variant, problem, limits, allowed);
  return more.empty() ? allowed : constrained.named_under(constrained.rule_count(), more);
}

config config_at(const variant& variant, const space& over, config_index index) {
  const auto levels = over.at(index);
  config config;
  for (std::size_t axis = 0; axis < levels.size(); ++axis)
    config.set(variant.axes[axis].name,
               parameter_of(variant.axes[axis], over.axes()[axis].values[levels[axis]]));
  return config;
}

std::optional<config_index> base_of(const variant& variant, const space& over) {
  level_tuple levels;
  for (std::size_t axis = 0; axis < variant.axes.size(); ++axis) {
    const auto level = over.axes()[axis].level_of(to_text(variant.axes[axis].base));
    if (!level) return std::nullopt;
    levels.push_back(*level);
  }
  return over.index_of(levels);
}

}  // namespace warpmark::spaces
