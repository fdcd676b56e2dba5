#include "tuning/replay/recorded_space.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include <fmt/format.h>

#include "tuning/objective_guard.hpp"
#include "tuning/tuning_error.hpp"

namespace warpmark::tuning {
namespace {

std::vector<space_axis> axes_of(const std::vector<std::string>& names,
                                const std::vector<record_entry>& entries) {
  std::vector<space_axis> axes;
  for (std::size_t axis = 0; axis < names.size(); ++axis) {
    axes.push_back({.name = names[axis]});
    std::unordered_set<std::string> seen;
    for (const auto& entry : entries)
      if (seen.insert(entry.values[axis]).second)
        axes.back().values.push_back(axis_value_of(entry.values[axis]));
    put_in_order(axes.back().values);
  }
  return axes;
}

}  // namespace

std::string record_subject::text() const {
  std::string result;
  for (const auto& [name, value] : problem)
    result += fmt::format("{}{}={}", result.empty() ? "" : ",", name, value);
  return fmt::format("{}/{}[{}]", family, variant, result);
}

config_index recorded_space::optimum() const {
  static constexpr double never = std::numeric_limits<double>::infinity();
  const auto least =
      std::min_element(outcomes.begin(), outcomes.end(), [](const outcome& a, const outcome& b) {
        return a.time.value_or(never) < b.time.value_or(never);
      });
  return static_cast<config_index>(least - outcomes.begin());
}

recorded_space record(record_subject record_subject, std::string unit,
                      const std::vector<std::string>& axis_names,
                      const std::vector<record_entry>& entries) {
  std::string name = record_subject.text();
  if (entries.empty()) throw tuning_error(fmt::format("{}: no config is recorded", name));
  auto axes = axes_of(axis_names, entries);
  std::vector<level_tuple> members;
  for (const auto& entry : entries) {
    level_tuple levels;
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
      levels.push_back(axes[axis].level_of(entry.values[axis]).value());
    members.push_back(std::move(levels));
  }
  recorded_space result{std::move(record_subject), std::move(name), std::move(unit),
                        space::of_list(std::move(axes), members)};
  result.outcomes.resize(result.configs.count());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto index = result.configs.index_of(members[i]).value();
    result.outcomes[index] = entries[i].result;
    if (entries[i].is_base) result.base = index;
  }
  objective_guard guard(result.name);
  if (result.base) guard.require_base(result.outcomes[*result.base]);
  for (config_index index = 0; index < result.outcomes.size(); ++index)
    guard.see(result.configs.text(index), result.outcomes[index]);
  guard.require_an_answer();
  return result;
}

}  // namespace warpmark::tuning
