#include "bench/core/variant_points.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "bench/space/saturating.hpp"
#include "bench/space/space_account.hpp"
#include "bench/space/space_error.hpp"

namespace warpmark {
namespace {

using spaces::level_space;
using spaces::level_tuple;
using spaces::product_of;
using spaces::saturating_product;
using spaces::saturating_sum;

// Reasons that contain sizes can be as numerous as the problems.
constexpr std::size_t max_problem_errors = 100;

std::uint64_t count_under(spaces::constrained_spaces& constrained, std::size_t rules) {
  try {
    return constrained.under(rules).count();
  } catch (const spaces::space_too_large&) {
    return spaces::uncountable;
  }
}

// Why the variant has no such problem, or it is not selected.
std::string problem_error(const variant& variant, const problem& problem, determinism wanted) {
  if (const auto error = variant.contract->problem_error(problem); !error.empty())
    return fmt::format("{}: {}", variant.family, error);
  return wanted == determinism::not_guaranteed ? "" : reason_against(variant, problem, wanted);
}

// Splits "type=i32,n=1024" and looks up its values, axis by axis.
class level_finder {
 public:
  explicit level_finder(const std::vector<spaces::parameter_axis>& axes) {
    for (const auto& axis : axes) {
      auto& known = levels_.emplace_back(axis.name + "=", level_by_text{}).second;
      for (std::uint32_t level = 0; level < axis.values.size(); ++level)
        known.emplace(to_text(axis.values[level]), level);
    }
  }

  // Empty if the texts are not values of the axes in the axes' order.
  std::optional<level_tuple> find(std::string_view problem, std::string_view config,
                                  std::size_t problem_axes) const {
    level_tuple levels;
    for (std::size_t axis = 0; axis < levels_.size(); ++axis) {
      std::string_view& rest = axis < problem_axes ? problem : config;
      const auto& [beginning, known] = levels_[axis];
      if (!rest.starts_with(beginning)) return std::nullopt;
      rest.remove_prefix(beginning.size());
      const auto end = std::min(rest.find(','), rest.size());
      const auto found = known.find(std::string(rest.substr(0, end)));
      if (found == known.end()) return std::nullopt;
      levels.push_back(found->second);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return problem.empty() && config.empty() ? std::optional(levels) : std::nullopt;
  }

 private:
  using level_by_text = std::unordered_map<std::string, std::uint32_t>;
  std::vector<std::pair<std::string, level_by_text>> levels_;
};

}  // namespace

variant_points::variant_points(const variant& variant, const variant_group& group,
                               const selection& selection, device_limits limits)
    : variant_(&variant),
      group_(&group),
      limits_(std::move(limits)),
      deterministic_(selection.deterministic) {
  for (const auto& values : group.values) {
    auto& levels = problem_levels_.emplace_back(values.size());
    std::iota(levels.begin(), levels.end(), 0u);
  }
  leave_out_problems();
  leave_out_configs(selection);
  const auto all = sizes();
  if (std::find(all.begin(), all.end(), 0u) != all.end()) return;
  auto under_all = constrained();
  count_ = count_under(under_all, under_all.rule_count());
}

// The exclusions by a single value, in the order of reason_against.
void variant_points::leave_out_problems() {
  for (std::size_t axis = 0; axis < group_->axes.size(); ++axis) {
    const auto& along = group_->axes[axis];
    for (const auto level : level_tuple(problem_levels_[axis]))
      if (const auto error = along.value_error(group_->values[axis][level]); !error.empty())
        leave_out(
            axis, [&](const auto& value) { return !along.value_error(value).empty(); },
            fmt::format("{}: {} must be {}", variant_->family, along.name, error));
  }
  const auto has_type = [&](const std::string& text) {
    const auto type = parse_element_type(text);
    return type && std::find(variant_->types.begin(), variant_->types.end(), *type) !=
                       variant_->types.end();
  };
  const auto has_operator = [&](const std::string& text) {
    return variant_->operators.empty() ||
           std::find(variant_->operators.begin(), variant_->operators.end(), text) !=
               variant_->operators.end();
  };
  for (std::size_t axis = 0; axis < group_->axes.size(); ++axis)
    for (const auto& item : group_->values[axis]) {
      const std::string text = to_text(item);
      const auto is_it = [&](const parameter_value& value) { return value == item; };
      if (group_->axes[axis].name == "type" && !has_type(text))
        leave_out(axis, is_it, fmt::format("{}: has no {} form", variant_->path(), text));
      if (group_->axes[axis].name == "op" && !has_operator(text))
        leave_out(axis, is_it, fmt::format("{}: has no operator {}", variant_->path(), text));
    }
}

void variant_points::leave_out(std::size_t axis,
                               const std::function<bool(const parameter_value&)>& goes,
                               const std::string& reason) {
  std::vector<std::size_t> sizes;
  for (const auto& levels : problem_levels_) sizes.push_back(levels.size());
  sizes[axis] = std::erase_if(problem_levels_[axis], [&](std::uint32_t level) {
    return goes(group_->values[axis][level]);
  });
  if (const auto problems = product_of(sizes); problems > 0)
    left_out_.emplace_back(reason, problems);
}

void variant_points::leave_out_configs(const selection& selection) {
  for (const auto& along : variant_->axes) {
    auto values = values_along(along, selection.config, selection.interprets());
    unadmitted& left_out = unadmitted_.emplace_back();
    left_out.values = std::erase_if(values, [&](const auto& value) {
      const auto error = along.value_error(value);
      if (!error.empty())
        left_out.reason = fmt::format("{}: {} must be {}", variant_->path(), along.name, error);
      return !error.empty();
    });
    config_values_.push_back(std::move(values));
  }
}

std::vector<std::size_t> variant_points::sizes() const {
  std::vector<std::size_t> result;
  for (const auto& levels : problem_levels_) result.push_back(levels.size());
  for (const auto& values : config_values_) result.push_back(values.size());
  return result;
}

std::vector<spaces::parameter_axis> variant_points::problem_parameters() const {
  std::vector<spaces::parameter_axis> axes;
  for (std::size_t axis = 0; axis < group_->axes.size(); ++axis) {
    auto& added = axes.emplace_back();
    added = {.is_of_problem = true, .name = group_->axes[axis].name, .values = {}};
    for (const auto level : problem_levels_[axis])
      added.values.push_back(group_->values[axis][level]);
  }
  return axes;
}

// The first rule: whether the problem exists, and is selected.
std::vector<spaces::parameter_rule> variant_points::rules() const {
  std::vector<spaces::parameter_rule> result = {
      {"there is such a problem",
       [variant = variant_, wanted = deterministic_](const problem& problem, const config&) {
         return problem_error(*variant, problem, wanted).empty();
       }}};
  for (auto& rule : spaces::rules_of(*variant_, limits_)) result.push_back(std::move(rule));
  return result;
}

spaces::constrained_spaces variant_points::constrained() const {
  auto axes = problem_parameters();
  for (std::size_t axis = 0; axis < variant_->axes.size(); ++axis)
    axes.push_back({.name = variant_->axes[axis].name, .values = config_values_[axis]});
  return {std::move(axes), rules()};
}

void variant_points::add_pruned(std::map<std::string, std::uint64_t>& to) const {
  const auto add = [&](const std::string& reason, std::uint64_t count) {
    to[reason] = saturating_sum(to[reason], count);
  };
  for (const auto& [reason, problems] : left_out_) add(reason, problems);
  std::vector<std::size_t> problem_sizes;
  for (const auto& levels : problem_levels_) problem_sizes.push_back(levels.size());
  if (product_of(problem_sizes) == 0) return;
  spaces::constrained_spaces problems(problem_parameters(), {rules().front()});
  const std::uint64_t possible = count_under(problems, 1);
  if (possible < product_of(problem_sizes)) add_problem_errors(to);
  if (possible == 0) return;
  add_unadmitted(to, possible);
  const auto all = sizes();
  if (std::find(all.begin(), all.end(), 0u) != all.end()) return;
  auto under = constrained();
  // Constraints between two levels with equal counts exclude nothing.
  const auto between = [&](auto&& self, std::size_t first, std::uint64_t before, std::size_t last,
                           std::uint64_t after) -> void {
    if (before == after) return;
    if (first + 1 == last) {
      add(fmt::format("{}: {}", variant_->path(), variant_->constraints[first].reason),
          before - after);
      return;
    }
    const std::size_t middle = (first + last) / 2;
    const std::uint64_t left = count_under(under, 1 + middle);
    self(self, first, before, middle, left);
    self(self, middle, left, last, after);
  };
  between(between, 0, count_under(under, 1), variant_->constraints.size(), count_);
}

// These reasons may differ between problems, so they are evaluated for all values that they
// depend on.
void variant_points::add_problem_errors(std::map<std::string, std::uint64_t>& to) const {
  spaces::constrained_spaces problems(problem_parameters(), {rules().front()});
  problems.under(1);
  const auto& axes = problems.axes();
  const auto& reads = problems.reads(0);
  std::vector<std::size_t> unread;
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    if (!std::binary_search(reads.begin(), reads.end(), axis))
      unread.push_back(axes[axis].values.size());
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t others = 0;
  level_tuple levels(axes.size(), 0);
  const auto walk = [&](auto&& self, std::size_t depth) -> void {
    if (depth < reads.size()) {
      for (levels[reads[depth]] = 0; levels[reads[depth]] < axes[reads[depth]].values.size();
           ++levels[reads[depth]])
        self(self, depth + 1);
      return;
    }
    const std::string text = problem_error(*variant_, problems.problem_at(levels), deterministic_);
    if (text.empty()) return;
    if (counts.size() < max_problem_errors || counts.contains(text))
      ++counts[text];
    else
      ++others;
  };
  walk(walk, 0);
  const std::uint64_t each_is = product_of(unread);
  for (const auto& [text, count] : counts) {
    auto& so_far = to[text];
    so_far = saturating_sum(so_far, saturating_product(count, each_is));
  }
  if (others == 0) return;
  auto& so_far = to[fmt::format("{}: for other reasons of this kind", variant_->family)];
  so_far = saturating_sum(so_far, saturating_product(others, each_is));
}

// Each config counts once, for its first value that its axis does not admit.
void variant_points::add_unadmitted(std::map<std::string, std::uint64_t>& to,
                                    std::uint64_t problems) const {
  std::vector<std::size_t> sizes;
  for (std::size_t axis = 0; axis < config_values_.size(); ++axis)
    sizes.push_back(config_values_[axis].size() + unadmitted_[axis].values);
  for (std::size_t axis = 0; axis < config_values_.size(); ++axis) {
    sizes[axis] = unadmitted_[axis].values;
    if (const auto configs = product_of(sizes); configs > 0) {
      auto& so_far = to[unadmitted_[axis].reason];
      so_far = saturating_sum(so_far, saturating_product(problems, configs));
    }
    sizes[axis] = config_values_[axis].size();
  }
}

spaces::nested_order variant_points::in_order() const {
  auto under_all = constrained();
  const auto leading = problem_axes();
  return {under_all.under(under_all.rule_count(), {.nested = true, .leading = leading}), leading};
}

point variant_points::at(const level_tuple& levels) const {
  point result{.variant = variant_};
  for (std::size_t axis = 0; axis < group_->axes.size(); ++axis)
    result.problem.set(group_->axes[axis].name,
                       group_->values[axis][problem_levels_[axis][levels[axis]]]);
  for (std::size_t axis = 0; axis < variant_->axes.size(); ++axis)
    result.config.set(variant_->axes[axis].name,
                      config_values_[axis][levels[group_->axes.size() + axis]]);
  return result;
}

level_tuple variant_points::problem_of(const level_tuple& levels) const {
  level_tuple result;
  for (std::size_t axis = 0; axis < group_->axes.size(); ++axis)
    result.push_back(problem_levels_[axis][levels[axis]]);
  return result;
}

std::function<bool(const std::string& end_of_key)> variant_points::membership() const {
  auto under_all = constrained();
  const auto finder = std::make_shared<const level_finder>(under_all.axes());
  const auto members = std::make_shared<const level_space>(under_all.under(under_all.rule_count()));
  return [finder, members, axes = problem_axes()](const std::string& end_of_key) {
    const std::string_view text = end_of_key;
    const auto middle = text.find("][");
    if (!text.starts_with('[') || !text.ends_with(']') || middle == std::string_view::npos)
      return false;
    const auto levels = finder->find(text.substr(1, middle - 1),
                                     text.substr(middle + 2, text.size() - middle - 3), axes);
    return levels && members->contains(*levels);
  };
}

}  // namespace warpmark
