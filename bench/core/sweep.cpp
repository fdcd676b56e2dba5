// Lists of points to measure and to tune.

#include <algorithm>

#include <fmt/format.h>

#include "bench/core/sweep_plan.hpp"
#include "bench/space/saturating.hpp"
#include "bench/space/space_account.hpp"
#include "variants/contract/axis_expression.hpp"

namespace warpmark {
namespace {

// The values of an axis's setting that the axis admits; without a setting all listed values.
std::vector<parameter_value> choice_along(const axis& along,
                                          const std::vector<axis_setting>& settings) {
  for (const auto& setting : settings) {
    if (setting.name != along.name) continue;
    auto values = parse_axis_expression(along, setting.expression);
    std::erase_if(values, [&](const auto& value) { return !along.value_error(value).empty(); });
    return values;
  }
  return all_values(along);
}

// Calls f(problem) for each element of the product; the last axis varies fastest.
template <class F>
void walk(const variant_group& group, std::size_t depth, problem& current, F&& f) {
  if (depth == group.axes.size()) return f(current);
  for (const auto& value : group.values[depth]) {
    current.set(group.axes[depth].name, value);
    walk(group, depth + 1, current, f);
  }
}

void require_few_problems(const std::vector<variant_group>& groups) {
  std::uint64_t problems = 0;
  for (const auto& group : groups) {
    std::vector<std::size_t> sizes = {group.variants.size()};
    for (const auto& values : group.values) sizes.push_back(values.size());
    problems = spaces::saturating_sum(problems, spaces::product_of(sizes));
  }
  if (problems > max_tuned_problems)
    throw too_many_points(
        fmt::format("{} problems to tune, summed over variants; expected at most {}: select "
                    "fewer values with -p, or fewer variants",
                    problems, max_tuned_problems));
}

std::optional<config_choice> choice_of(const variant& variant, const problem& problem,
                                       const selection& selection,
                                       std::map<std::string, std::uint64_t>& pruned) {
  std::string reason = reason_against(variant, problem);
  if (reason.empty()) reason = reason_against(variant, problem, selection.deterministic);
  if (!reason.empty()) {
    ++pruned[reason];
    return std::nullopt;
  }
  config_choice choice{.variant = &variant, .problem = problem, .values = {}};
  for (const axis& along : variant.axes) {
    choice.values.push_back(choice_along(along, selection.config));
    if (!choice.values.back().empty()) continue;
    ++pruned[fmt::format("{}: no value of {} is valid", variant.path(), along.name)];
    return std::nullopt;
  }
  return choice;
}

}  // namespace

std::vector<parameter_value> all_values(const axis& along) {
  return along.values.empty() ? std::vector{along.base} : along.values;
}

sweep make_sweep(const registry& registry, const selection& selection, const device_limits& limits,
                 std::uint64_t max_points) {
  const sweep_plan plan(registry, selection, limits);
  if (plan.count() > max_points)
    throw too_many_points(fmt::format(
        "{} points are selected; expected at most {}: select fewer values with -p and -c, e.g. {}",
        plan.count() == spaces::uncountable ? "2^64 or more" : fmt::format("{}", plan.count()),
        max_points, "-c block=256"));
  sweep result{.points = {}, .pruned = plan.pruned()};
  for_each_point(plan, [&](point&& point) { result.points.push_back(std::move(point)); });
  return result;
}

std::vector<config_choice> make_choices(const registry& registry, const selection& selection,
                                        std::map<std::string, std::uint64_t>& pruned) {
  const auto groups = selected_groups(registry, selection, pruned);
  require_few_problems(groups);
  std::vector<config_choice> result;
  for (const auto& group : groups) {
    problem walked;
    walk(group, 0, walked, [&](const problem& problem) {
      for (const auto* variant : group.variants)
        if (auto choice = choice_of(*variant, problem, selection, pruned))
          result.push_back(std::move(*choice));
    });
  }
  if (result.empty()) {
    std::vector<const variant_group*> empty;
    for (const auto& group : groups) empty.push_back(&group);
    refuse_as_empty(empty, selection.deterministic, pruned);
  }
  return result;
}

}  // namespace warpmark
