#include "tuning/space/space.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "tuning/space/diagram_of_rules.hpp"
#include "tuning/tuning_error.hpp"

namespace warpmark::tuning {

space::space(std::vector<space_axis> axes, std::vector<rule> rules)
    : axes_(std::move(axes)), rules_(std::move(rules)) {
  for (const auto& each : axes_)
    if (each.values.empty()) throw tuning_error(fmt::format("axis {} has no value", each.name));
}

space space::of_rules(std::vector<space_axis> axes, std::vector<rule> rules) {
  space result(std::move(axes), std::move(rules));
  result.groups_ = factor_groups(result.axes_, result.rules_);
  for (const auto& group : result.groups_)
    result.diagrams_.push_back(diagram_of_rules(group, result.axes_, result.rules_));
  result.multiply();
  // A rule that reads no axis allows all configs or none.
  const level_tuple any(result.axes_.size(), 0);
  for (const auto& each : result.rules_)
    if (each.reads.empty() && !each.holds(any)) result.count_ = 0;
  return result;
}

space space::of_list(std::vector<space_axis> axes, std::vector<level_tuple> members) {
  space result(std::move(axes), {});
  factor_group all;
  all.axes.resize(result.axes_.size());
  std::iota(all.axes.begin(), all.axes.end(), 0);
  result.groups_.push_back(std::move(all));
  result.diagrams_.push_back(diagram_of_list(members));
  result.multiply();
  return result;
}

void space::multiply() {
  count_ = 1;
  for (const auto& each : diagrams_)
    if (__builtin_mul_overflow(count_, each.count(), &count_))
      throw tuning_error("the space has more than 2^64 configs");
}

config_index space::weight_of(std::size_t group) const {
  config_index weight = 1;
  for (std::size_t g = group + 1; g < groups_.size(); ++g) weight *= diagrams_[g].count();
  return weight;
}

config_index space::place_in(std::size_t group, config_index index) const {
  return index / weight_of(group) % diagrams_[group].count();
}

config_index space::with_place(std::size_t group, config_index index, config_index place) const {
  const config_index weight = weight_of(group);
  return index - place_in(group, index) * weight + place * weight;
}

level_tuple space::at(config_index index) const {
  level_tuple levels(axes_.size()), of_group;
  for (std::size_t g = groups_.size(); g-- > 0;) {
    const auto& axes = groups_[g].axes;
    of_group.resize(axes.size());
    diagrams_[g].member(index % diagrams_[g].count(), of_group);
    index /= diagrams_[g].count();
    for (std::size_t i = 0; i < axes.size(); ++i) levels[axes[i]] = of_group[i];
  }
  return levels;
}

std::optional<config_index> space::index_of(const level_tuple& levels) const {
  if (levels.size() != axes_.size() || count_ == 0) return std::nullopt;
  config_index index = 0;
  level_tuple of_group;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    of_group.clear();
    for (const auto axis : groups_[g].axes) of_group.push_back(levels[axis]);
    const auto place = diagrams_[g].place_of(of_group);
    if (!place) return std::nullopt;
    index = index * diagrams_[g].count() + *place;
  }
  return index;
}

std::string space::objection(const level_tuple& levels) const {
  if (contains(levels)) return "";
  for (std::size_t axis = 0; axis < axes_.size(); ++axis)
    if (levels[axis] >= axes_[axis].size())
      return fmt::format("{} has {} values", axes_[axis].name, axes_[axis].size());
  for (const auto& each : rules_)
    if (!each.holds(levels)) return each.reason;
  return "not in the list";
}

std::string space::text(config_index index) const {
  const auto levels = at(index);
  std::string result;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis)
    result += fmt::format("{}{}={}", axis == 0 ? "" : ",", axes_[axis].name,
                          axes_[axis].values[levels[axis]].text);
  return result;
}

std::size_t space::node_count() const {
  return std::accumulate(
      diagrams_.begin(), diagrams_.end(), std::size_t{0},
      [](std::size_t sum, const decision_diagram& each) { return sum + each.node_count(); });
}

}  // namespace warpmark::tuning
