#include "tuning/replay/recorded_choices.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "tuning/spaces.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {
namespace {

std::string in_order(const std::set<std::string>& texts) {
  std::vector<axis_value> values;
  values.reserve(texts.size());
  for (const auto& text : texts) values.push_back(axis_value_of(text));
  put_in_order(values);
  std::string list;
  for (const auto& value : values) list += (list.empty() ? "" : ",") + value.text;
  return list;
}

// For axes without -p: all values in the record.
void add_recorded_problems(const registry& registry, const recorded_points& record,
                           selection& selection) {
  std::map<std::string, std::set<std::string>> values;
  for (const auto* variant : select_variants(registry, selection.patterns, selection.mutants))
    for (const auto& along : variant->problem_axes())
      values[along.name].merge(record.problem_values(*variant, along.name));
  for (const auto& [axis, texts] : values) {
    const bool named = std::any_of(
        selection.problem.begin(), selection.problem.end(),
        [&, &name = axis](const axis_setting& axis_setting) { return axis_setting.name == name; });
    if (!named && !texts.empty()) selection.problem.push_back({axis, in_order(texts)});
  }
}

// Restricts the axes to recorded values. False if there are none.
bool restrict_to_record(const recorded_points& record, config_choice& choice) {
  if (!record.has(*choice.variant, choice.problem)) return false;
  for (std::size_t axis = 0; axis < choice.variant->axes.size(); ++axis) {
    const auto recorded =
        record.config_values(*choice.variant, choice.variant->axes[axis].name, choice.problem);
    std::erase_if(choice.values[axis],
                  [&](const auto& value) { return !recorded.contains(to_text(value)); });
    if (choice.values[axis].empty()) return false;
  }
  return true;
}

}  // namespace

std::vector<config_choice> recorded_choices(const registry& registry, selection selection,
                                            const recorded_points& record) {
  add_recorded_problems(registry, record, selection);
  std::map<std::string, std::uint64_t> pruned;
  auto choices = make_choices(registry, selection, pruned);
  std::erase_if(choices,
                [&](config_choice& choice) { return !restrict_to_record(record, choice); });
  return choices;
}

}  // namespace warpmark::tuning
