#include "bench/core/selection.hpp"

#include <algorithm>
#include <fnmatch.h>
#include <set>

#include <fmt/format.h>

#include "bench/core/axis_expression.hpp"
#include "bench/core/suggest.hpp"
#include "bench/core/usage_error.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

bool matches(const std::string& pattern, const variant& candidate) {
  const auto glob = [&](const std::string& text) {
    return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
  };
  return glob(candidate.path()) || glob(candidate.family) || glob(candidate.name);
}

using value_lists = std::vector<std::pair<const axis*, std::vector<parameter_value>>>;

// The values to walk along each axis: those asked for, else the sweep's own.
value_lists values_along(const std::vector<axis>& axes, const std::vector<axis_setting>& settings,
                         bool interpreted) {
  value_lists lists;
  for (const axis& along : axes) {
    std::vector<parameter_value> values = {along.base};
    if (along.swept) values = along.values;
    if (along.swept && interpreted && !along.interpreted_values.empty())
      values = along.interpreted_values;
    for (const auto& setting : settings)
      if (setting.name == along.name) values = parse_axis_expression(along, setting.expression);
    lists.emplace_back(&along, std::move(values));
  }
  return lists;
}

// Calls f(parameters) for each element of the product, the last axis fastest.
template <class Parameters, class F>
void walk(const value_lists& lists, std::size_t depth, Parameters& current, F&& f) {
  if (depth == lists.size()) return f(current);
  for (const auto& value : lists[depth].second) {
    current.set(lists[depth].first->name, value);
    walk(lists, depth + 1, current, f);
  }
}

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
      throw usage_error(fmt::format("{} {}: given twice; list the values in one, as {}=a,b,c",
                                    option, setting.name, setting.name));
  }
}

// A value must be right for at least one of the axes of that name among the selected variants.
void check_values(const std::string& option, const std::vector<axis_setting>& settings,
                  const std::vector<const axis*>& axes) {
  for (const auto& setting : settings) {
    std::map<std::string, std::string> objections;
    std::set<std::string> admitted;
    for (const auto* along : axes) {
      if (along->name != setting.name) continue;
      for (const auto& value : parse_axis_expression(*along, setting.expression)) {
        const std::string objection = along->objection(value);
        if (objection.empty())
          admitted.insert(to_text(value));
        else
          objections.emplace(to_text(value), objection);
      }
    }
    for (const auto& [value, objection] : objections)
      if (!admitted.contains(value))
        throw usage_error(
            fmt::format("{} {}={}: the value must be {}", option, setting.name, value, objection));
  }
}

bool is_named(const variant& each, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return pattern == each.path() || pattern == each.name;
  });
}

// Those that can run, or that are asked for by name; why the others cannot goes to `pruned`.
std::vector<const variant*> without_unavailable(const std::vector<const variant*>& variants,
                                                const selection& wanted,
                                                std::map<std::string, std::size_t>& pruned) {
  if (wanted.backend.empty()) return variants;
  std::vector<const variant*> left;
  for (const auto* each : variants) {
    const std::string why = each->unavailable_on(wanted.backend);
    if (why.empty() || is_named(*each, wanted.patterns))
      left.push_back(each);
    else
      ++pruned[fmt::format("{}: {}", each->path(), why)];
  }
  return left;
}

struct axes_in_play {
  std::vector<const axis*> problem;
  std::vector<const axis*> config;
};

axes_in_play axes_of(const std::vector<const variant*>& variants) {
  axes_in_play axes;
  for (const auto* each : variants) {
    for (const auto& along : find_family(each->family)->axes) axes.problem.push_back(&along);
    for (const auto& along : each->axes) axes.config.push_back(&along);
  }
  return axes;
}

std::string reason_against(const variant& each, const problem& asked, const config& how,
                           const device_limits& limits) {
  for (const auto& along : each.axes)
    if (const auto objection = along.objection(*how.find(along.name)); !objection.empty())
      return fmt::format("{}: {} must be {}", each.path(), along.name, objection);
  for (const auto& rule : each.constraints)
    if (!rule.holds(asked, how, limits)) return fmt::format("{}: {}", each.path(), rule.reason);
  return "";
}

std::string reason_against(const variant& each, const problem& asked) {
  for (const auto& along : find_family(each.family)->axes)
    if (const auto objection = along.objection(*asked.find(along.name)); !objection.empty())
      return fmt::format("{}: {} must be {}", each.family, along.name, objection);
  if (asked.find("type") != nullptr) {
    const auto type = parse_element_type(asked.text("type"));
    if (std::find(each.types.begin(), each.types.end(), *type) == each.types.end())
      return fmt::format("{}: has no {} form", each.path(), name(*type));
  }
  if (const auto* op = asked.find("op");
      op != nullptr && !each.operators.empty() &&
      std::find(each.operators.begin(), each.operators.end(), to_text(*op)) == each.operators.end())
    return fmt::format("{}: has no operator {}", each.path(), to_text(*op));
  if (const auto objection = find_family(each.family)->objection(asked); !objection.empty())
    return fmt::format("{}: {}", each.family, objection);
  return "";
}

void add_points(const variant& each, const problem& asked, const selection& wanted,
                const device_limits& limits, sweep& result) {
  if (const auto reason = reason_against(each, asked); !reason.empty()) {
    ++result.pruned[reason];
    return;
  }
  config how;
  walk(values_along(each.axes, wanted.config, wanted.interprets()), 0, how, [&](const config& one) {
    if (const auto reason = reason_against(each, asked, one, limits); !reason.empty())
      ++result.pruned[reason];
    else
      result.points.push_back({&each, asked, one});
  });
}

// Variants of one family that walk the same problems, so that these are walked once for all.
std::vector<std::vector<const variant*>> by_problems(const std::vector<const variant*>& variants) {
  std::vector<std::vector<const variant*>> groups;
  for (const auto* each : variants) {
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      return group.front()->family == each->family && group.front()->home == each->home &&
             group.front()->mutant.has_value() == each->mutant.has_value();
    });
    if (found == groups.end())
      groups.push_back({each});
    else
      found->push_back(each);
  }
  return groups;
}

std::vector<const variant*> candidates_of(museum mutants) {
  std::vector<const variant*> candidates;
  for (const auto& each : all_variants()) candidates.push_back(&each);
  if (mutants == museum::open)
    for (const auto& each : all_mutants()) candidates.push_back(&each);
  return candidates;
}

[[noreturn]] void refuse(const std::string& pattern, const std::vector<const variant*>& candidates,
                         museum mutants) {
  if (mutants == museum::closed)
    for (const auto& each : all_mutants())
      if (matches(pattern, each))
        throw usage_error(fmt::format(
            "'{}' matches only published versions with their faults; add --mutants", pattern));
  std::vector<std::string> names;
  std::set<std::string> families;
  for (const auto* each : candidates) {
    names.push_back(each->path());
    names.push_back(each->name);
    if (families.insert(each->family).second) names.push_back(each->family);
  }
  throw usage_error(fmt::format("'{}' matches no variant{}; `warpmark list` shows all", pattern,
                                did_you_mean(pattern, names)));
}

}  // namespace

std::string reason_against(const point& wanted, const device_limits& limits) {
  if (const auto reason = reason_against(*wanted.of, wanted.asked); !reason.empty()) return reason;
  return reason_against(*wanted.of, wanted.asked, wanted.how, limits);
}

axis_setting parse_axis_setting(const std::string& option, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw usage_error(fmt::format("{} {}: right would be {} axis=values, e.g. {}", option, text,
                                  option, option == "-p" ? "-p n=2^10..2^20" : "-c block=64..512"));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<const variant*> select_variants(const std::vector<std::string>& patterns,
                                            museum mutants) {
  const auto candidates = candidates_of(mutants);
  std::set<const variant*> chosen;
  for (const auto& pattern : patterns) {
    bool any = false;
    for (const auto* each : candidates)
      if (matches(pattern, *each)) {
        chosen.insert(each);
        any = true;
      }
    if (!any) refuse(pattern, candidates, mutants);
  }
  std::vector<const variant*> result;
  for (const auto* each : candidates)
    if (patterns.empty() || chosen.contains(each)) result.push_back(each);
  return result;
}

namespace {

// Calls f(variant, problem) for all that are selected, problem by problem.
template <class F>
void walk_problems(const selection& wanted, std::map<std::string, std::size_t>& pruned, F&& f) {
  const auto variants =
      without_unavailable(select_variants(wanted.patterns, wanted.mutants), wanted, pruned);
  if (variants.empty())
    throw no_point_left(fmt::format("no selected variant can run, e.g. {}", pruned.begin()->first));
  const axes_in_play axes = axes_of(variants);
  check_axis_names("-p", wanted.problem, axes.problem);
  check_axis_names("-c", wanted.config, axes.config);
  check_values("-p", wanted.problem, axes.problem);
  check_values("-c", wanted.config, axes.config);

  for (const auto& group : by_problems(variants)) {
    const std::vector<axis> along = problem_axes_of(*group.front());
    problem asked;
    walk(values_along(along, wanted.problem, wanted.interprets()), 0, asked,
         [&](const problem& one) {
           for (const auto* each : group) f(*each, one);
         });
  }
}

void require_any(bool any, const std::map<std::string, std::size_t>& pruned) {
  if (any) return;
  const std::string why = pruned.empty() ? "" : fmt::format(", e.g. {}", pruned.begin()->first);
  throw no_point_left(fmt::format("the constraints leave no point{}", why));
}

// Of an axis with a setting what it says, as far as this axis admits it; else all that is listed.
std::vector<parameter_value> choice_along(const axis& along,
                                          const std::vector<axis_setting>& settings) {
  for (const auto& setting : settings) {
    if (setting.name != along.name) continue;
    auto values = parse_axis_expression(along, setting.expression);
    std::erase_if(values, [&](const auto& value) { return !along.objection(value).empty(); });
    return values;
  }
  return all_values(along);
}

}  // namespace

std::vector<parameter_value> all_values(const axis& along) {
  return along.values.empty() ? std::vector{along.base} : along.values;
}

sweep make_sweep(const selection& wanted, const device_limits& limits) {
  sweep result;
  walk_problems(wanted, result.pruned, [&](const variant& each, const problem& asked) {
    add_points(each, asked, wanted, limits, result);
  });
  require_any(!result.points.empty(), result.pruned);
  return result;
}

std::vector<config_choice> make_choices(const selection& wanted,
                                        std::map<std::string, std::size_t>& pruned) {
  std::vector<config_choice> result;
  walk_problems(wanted, pruned, [&](const variant& each, const problem& asked) {
    if (const auto reason = reason_against(each, asked); !reason.empty()) {
      ++pruned[reason];
      return;
    }
    config_choice choice{.of = &each, .asked = asked};
    for (const axis& along : each.axes) {
      choice.values.push_back(choice_along(along, wanted.config));
      if (choice.values.back().empty()) {
        ++pruned[fmt::format("{}: no value of {} is its", each.path(), along.name)];
        return;
      }
    }
    result.push_back(std::move(choice));
  });
  require_any(!result.empty(), pruned);
  return result;
}

}  // namespace warpmark
