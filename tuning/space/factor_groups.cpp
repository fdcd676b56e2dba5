#include "tuning/space/factor_groups.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace warpmark::tuning {
namespace {

bool reads(const rule& each, std::size_t axis) {
  return std::find(each.reads.begin(), each.reads.end(), axis) != each.reads.end();
}

// Union and find, by the smallest member.
std::size_t leader(std::vector<std::size_t>& of, std::size_t axis) {
  while (of[axis] != axis) axis = of[axis] = of[of[axis]];
  return axis;
}

double product_of_sizes(const std::vector<std::size_t>& of, const std::vector<space_axis>& axes) {
  double product = 1;
  for (const auto each : of) product *= static_cast<double>(axes[each].size());
  return product;
}

struct ordering {
  std::vector<std::size_t> axes;
  double cost = 0;  ///< Levels that a walk tries, if rules forbade nothing.
};

// Each next axis is the one that leaves the smallest frontier.
ordering greedy_order(std::size_t first, const factor_group& group,
                      const std::vector<space_axis>& axes, const std::vector<rule>& rules) {
  ordering result;
  std::vector<std::size_t> left = group.axes;
  std::size_t next = first;
  double states = 1;
  while (true) {
    result.axes.push_back(next);
    std::erase(left, next);
    result.cost += states * static_cast<double>(axes[next].size());
    if (left.empty()) return result;
    states = product_of_sizes(frontier(result.axes, result.axes.size(), rules, group.rules), axes);
    double least = std::numeric_limits<double>::infinity();
    for (const auto candidate : left) {
      auto longer = result.axes;
      longer.push_back(candidate);
      const auto size = product_of_sizes(frontier(longer, longer.size(), rules, group.rules), axes);
      if (size < least) {
        least = size;
        next = candidate;
      }
    }
  }
}

std::vector<std::size_t> best_order(const factor_group& group, const std::vector<space_axis>& axes,
                                    const std::vector<rule>& rules) {
  ordering best{.cost = std::numeric_limits<double>::infinity()};
  for (const auto first : group.axes)
    if (auto order = greedy_order(first, group, axes, rules); order.cost < best.cost)
      best = std::move(order);
  return best.axes;
}

}  // namespace

std::vector<std::size_t> frontier(std::span<const std::size_t> order, std::size_t set,
                                  const std::vector<rule>& rules,
                                  std::span<const std::size_t> of_group) {
  const auto is_set = [&](std::size_t axis) {
    return std::find(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(set), axis) !=
           order.begin() + static_cast<std::ptrdiff_t>(set);
  };
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < set; ++i) {
    const bool needed = std::any_of(of_group.begin(), of_group.end(), [&](std::size_t r) {
      return reads(rules[r], order[i]) &&
             !std::all_of(rules[r].reads.begin(), rules[r].reads.end(), is_set);
    });
    if (needed) result.push_back(order[i]);
  }
  return result;
}

std::vector<factor_group> factor_groups(const std::vector<space_axis>& axes,
                                        const std::vector<rule>& rules) {
  std::vector<std::size_t> of(axes.size());
  std::iota(of.begin(), of.end(), 0);
  for (const auto& each : rules)
    for (const auto axis : each.reads) {
      const auto a = leader(of, each.reads.front()), b = leader(of, axis);
      of[std::max(a, b)] = std::min(a, b);
    }
  std::vector<factor_group> groups;
  std::vector<std::size_t> group_of(axes.size());
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    const auto first = leader(of, axis);
    if (first == axis) {
      group_of[axis] = groups.size();
      groups.emplace_back();
    }
    groups[group_of[first]].axes.push_back(axis);
  }
  for (std::size_t r = 0; r < rules.size(); ++r)
    if (!rules[r].reads.empty())
      groups[group_of[leader(of, rules[r].reads.front())]].rules.push_back(r);
  for (auto& group : groups) group.axes = best_order(group, axes, rules);
  return groups;
}

}  // namespace warpmark::tuning
