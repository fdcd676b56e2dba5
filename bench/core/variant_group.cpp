#include "bench/core/variant_group.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "variants/contract/axis_expression.hpp"

namespace warpmark {
namespace {

void check_axis_names(const std::string& option, const std::vector<axis_setting>& settings,
                      const std::vector<const axis*>& axes) {
  std::vector<std::string> names;
  for (const auto* along : axes)
    if (std::find(names.begin(), names.end(), along->name) == names.end())
      names.push_back(along->name);
  std::set<std::string> seen;
  for (const auto& setting : settings) {
    if (std::find(names.begin(), names.end(), setting.name) == names.end())
      throw usage_error(fmt::format("{} {}={}: no selected variant has an axis '{}'{}", option,
                                    setting.name, setting.expression, setting.name,
                                    did_you_mean(setting.name, names)));
    if (!seen.insert(setting.name).second)
      throw usage_error(
          fmt::format("{} {}: given twice; list the values in one option, as {}=a,b,c", option,
                      setting.name, setting.name));
  }
}

// A value must be valid for at least one axis of that name among the selected variants.
void check_values(const std::string& option, const std::vector<axis_setting>& settings,
                  const std::vector<const axis*>& axes) {
  for (const auto& setting : settings) {
    std::map<std::string, std::string> errors;
    std::set<std::string> admitted;
    for (const auto* along : axes) {
      if (along->name != setting.name) continue;
      for (const auto& value : parse_axis_expression(*along, setting.expression)) {
        const std::string error = along->value_error(value);
        if (error.empty())
          admitted.insert(to_text(value));
        else
          errors.emplace(to_text(value), error);
      }
    }
    for (const auto& [value, error] : errors)
      if (!admitted.contains(value))
        throw usage_error(
            fmt::format("{} {}={}: the value must be {}", option, setting.name, value, error));
  }
}

bool is_named(const variant& variant, const std::vector<std::string>& patterns) {
  return variant.foreign ||
         std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
           return pattern == variant.path() || pattern == variant.name;
         });
}

// The variants that can run or are selected by name. The reasons against the others go to `pruned`.
std::vector<const variant*> without_unavailable(const std::vector<const variant*>& variants,
                                                const selection& selection,
                                                std::map<std::string, std::uint64_t>& pruned) {
  std::vector<const variant*> left;
  for (const auto* variant : variants) {
    const std::string here =
        selection.backend.empty() ? std::string() : variant->unavailable_on(selection.backend);
    const bool is_elsewhere =
        !selection.made_for.empty() && std::find(variant->backends.begin(), variant->backends.end(),
                                                 selection.made_for) == variant->backends.end();
    if (!is_elsewhere && (here.empty() || is_named(*variant, selection.patterns)))
      left.push_back(variant);
    else
      ++pruned[fmt::format("{}: {}", variant->path(),
                           is_elsewhere ? variant->unavailable_on(selection.made_for) : here)];
  }
  return left;
}

struct axes_in_play {
  std::vector<const axis*> problem;
  std::vector<const axis*> config;
};

axes_in_play axes_of(const std::vector<const variant*>& variants) {
  axes_in_play axes;
  std::set<std::string> families;
  for (const auto* variant : variants) {
    if (families.insert(variant->family).second)
      for (const auto& along : variant->contract->axes) axes.problem.push_back(&along);
    for (const auto& along : variant->axes) axes.config.push_back(&along);
  }
  return axes;
}

// Groups variants of one family with the same problems, so that these are enumerated once.
std::vector<std::vector<const variant*>> by_problems(const std::vector<const variant*>& variants) {
  std::vector<std::vector<const variant*>> groups;
  for (const auto* variant : variants) {
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      return group.front()->family == variant->family &&
             group.front()->default_problem == variant->default_problem &&
             group.front()->mutant.has_value() == variant->mutant.has_value();
    });
    if (found == groups.end())
      groups.push_back({variant});
    else
      found->push_back(variant);
  }
  return groups;
}

// The highest level that a variant has for a selected problem.
struct reached_level {
  determinism level;
  const warpmark::variant* variant;
  warpmark::problem problem;
};

// The problem axes by which levels differ.
bool decides_level(const std::string& axis) {
  return axis == "type" || axis == "op" || axis == "payload";
}

std::string choices_of(const problem& problem) {
  warpmark::problem chosen;
  for (const auto& [axis, value] : problem)
    if (decides_level(axis)) chosen.set(axis, value);
  return chosen.canonical();
}

// Calls f(problem) for the selected values of those axes, and the first ones of all others.
template <class F>
void reach(const variant_group& group, const variant& variant, std::size_t depth,
           const problem& so_far, F&& f) {
  if (depth == group.axes.size()) {
    if (reason_against(variant, so_far).empty()) f(so_far);
    return;
  }
  const auto& values = group.values[depth];
  const std::size_t tried = decides_level(group.axes[depth].name)
                                ? values.size()
                                : std::min<std::size_t>(1, values.size());
  for (std::size_t i = 0; i < tried; ++i) {
    problem next = so_far;
    next.set(group.axes[depth].name, values[i]);
    reach(group, variant, depth + 1, next, f);
  }
}

}  // namespace

std::vector<parameter_value> values_along(const axis& along,
                                          const std::vector<axis_setting>& settings,
                                          bool interpreted) {
  for (const auto& setting : settings)
    if (setting.name == along.name) return parse_axis_expression(along, setting.expression);
  if (!along.swept) return {along.base};
  if (interpreted && !along.interpreted_values.empty()) return along.interpreted_values;
  return along.values;
}

std::string reason_against(const variant& variant, const problem& problem) {
  for (const auto& along : variant.contract->axes)
    if (const auto error = along.value_error(*problem.find(along.name)); !error.empty())
      return fmt::format("{}: {} must be {}", variant.family, along.name, error);
  if (problem.find("type") != nullptr) {
    const auto type = parse_element_type(problem.text("type"));
    if (std::find(variant.types.begin(), variant.types.end(), *type) == variant.types.end())
      return fmt::format("{}: has no {} form", variant.path(), name(*type));
  }
  if (const auto* op = problem.find("op");
      op != nullptr && !variant.operators.empty() &&
      std::find(variant.operators.begin(), variant.operators.end(), to_text(*op)) ==
          variant.operators.end())
    return fmt::format("{}: has no operator {}", variant.path(), to_text(*op));
  if (const auto error = variant.contract->problem_error(problem); !error.empty())
    return fmt::format("{}: {}", variant.family, error);
  return "";
}

std::string reason_against(const variant& variant, const problem& problem, determinism wanted) {
  const determinism level = determinism_of(variant, problem);
  if (level >= wanted) return "";
  return fmt::format("{}: its results are reproducible at level {}, below --deterministic {}",
                     variant.path(), name(level), name(wanted));
}

void refuse_as_empty(const std::vector<const variant_group*>& groups, determinism wanted,
                     const std::map<std::string, std::uint64_t>& pruned) {
  std::optional<reached_level> highest;
  for (const auto* group : groups)
    for (const auto* variant : group->variants)
      reach(*group, *variant, 0, {}, [&](const problem& problem) {
        const determinism level = determinism_of(*variant, problem);
        if (!highest || level > highest->level) highest = {level, variant, problem};
      });
  if (highest && highest->level < wanted)
    throw no_point_left(fmt::format(
        "--deterministic {}: no selected variant has that level; {} has {} ({})", name(wanted),
        highest->variant->path(), name(highest->level), choices_of(highest->problem)));
  const std::string why = pruned.empty() ? "" : fmt::format(", e.g. {}", pruned.begin()->first);
  throw no_point_left(fmt::format("the constraints exclude all points{}", why));
}

std::vector<variant_group> selected_groups(const registry& registry, const selection& selection,
                                           std::map<std::string, std::uint64_t>& pruned) {
  const auto variants = without_unavailable(
      select_variants(registry, selection.patterns, selection.mutants), selection, pruned);
  if (variants.empty())
    throw no_point_left(fmt::format("no selected variant can run, e.g. {}", pruned.begin()->first));
  const axes_in_play axes = axes_of(variants);
  check_axis_names("-p", selection.problem, axes.problem);
  check_axis_names("-c", selection.config, axes.config);
  check_values("-p", selection.problem, axes.problem);
  check_values("-c", selection.config, axes.config);

  std::vector<variant_group> groups;
  for (auto& group : by_problems(variants)) {
    variant_group& added = groups.emplace_back();
    added.axes = group.front()->problem_axes();
    for (const auto& along : added.axes)
      added.values.push_back(values_along(along, selection.problem, selection.interprets()));
    added.variants = std::move(group);
  }
  return groups;
}

}  // namespace warpmark
