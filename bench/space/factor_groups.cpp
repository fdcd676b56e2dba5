#include "bench/space/factor_groups.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace warpmark::spaces {
namespace {

bool reads(const rule& rule, std::size_t axis) {
  return std::find(rule.reads.begin(), rule.reads.end(), axis) != rule.reads.end();
}

// Union-find with the smallest member as the representative.
std::size_t leader(std::vector<std::size_t>& parents, std::size_t axis) {
  while (parents[axis] != axis) axis = parents[axis] = parents[parents[axis]];
  return axis;
}

class layer_ordering {
 public:
  layer_ordering(const factor_group& group, std::span<const std::size_t> sizes,
                 const std::vector<rule>& rules)
      : group_(group), sizes_(sizes), rules_(rules) {}

  // Greedy order: each next axis leaves the smallest frontier, for the best first axis.
  std::vector<std::size_t> cheapest(const std::vector<std::size_t>& begin = {}) const {
    if (begin.size() == group_.axes.size()) return begin;
    std::vector<std::size_t> best;
    double min_cost = std::numeric_limits<double>::infinity();
    for (const auto first : group_.axes) {
      if (std::find(begin.begin(), begin.end(), first) != begin.end()) continue;
      auto order = begin;
      order.push_back(first);
      complete(order);
      if (const double cost = cost_of(order); best.empty() || cost < min_cost) {
        min_cost = cost;
        best = std::move(order);
      }
    }
    return best;
  }

  std::vector<std::size_t> nested(std::size_t leading) const {
    std::vector<std::size_t> given = group_.axes;
    std::sort(given.begin(), given.end());
    if (cost_of(given) <= max_nested_cost) return given;
    const auto first_free =
        std::find_if(given.begin(), given.end(), [&](std::size_t axis) { return axis >= leading; });
    return cheapest({given.begin(), first_free});
  }

 private:
  void complete(std::vector<std::size_t>& order) const {
    std::vector<std::size_t> left;
    for (const auto axis : group_.axes)
      if (std::find(order.begin(), order.end(), axis) == order.end()) left.push_back(axis);
    while (!left.empty()) {
      std::size_t next = left.front();
      double min_size = std::numeric_limits<double>::infinity();
      for (const auto candidate : left) {
        auto longer = order;
        longer.push_back(candidate);
        if (const double size = states_after(longer, longer.size()); size < min_size) {
          min_size = size;
          next = candidate;
        }
      }
      order.push_back(next);
      std::erase(left, next);
    }
  }

  // The states that the undecided rules can distinguish after the first `set` axes.
  double states_after(const std::vector<std::size_t>& order, std::size_t set) const {
    double product = 1;
    for (const auto axis : frontier(order, set, rules_, group_.rules))
      product *= static_cast<double>(sizes_[axis]);
    return product;
  }

  // Levels that a walk tries if no rule excludes any.
  double cost_of(const std::vector<std::size_t>& order) const {
    double cost = 0;
    for (std::size_t set = 0; set < order.size(); ++set)
      cost += states_after(order, set) * static_cast<double>(sizes_[order[set]]);
    return cost;
  }

  const factor_group& group_;
  std::span<const std::size_t> sizes_;
  const std::vector<rule>& rules_;
};

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

std::vector<factor_group> factor_groups(std::span<const std::size_t> sizes,
                                        const std::vector<rule>& rules, const layer_order& order) {
  std::vector<std::size_t> parents(sizes.size());
  std::iota(parents.begin(), parents.end(), 0);
  for (const auto& rule : rules)
    for (const auto axis : rule.reads) {
      const auto a = leader(parents, rule.reads.front()), b = leader(parents, axis);
      parents[std::max(a, b)] = std::min(a, b);
    }
  std::vector<factor_group> groups;
  std::vector<std::size_t> group_of(sizes.size());
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    const auto first = leader(parents, axis);
    if (first == axis) {
      group_of[axis] = groups.size();
      groups.emplace_back();
    }
    groups[group_of[first]].axes.push_back(axis);
  }
  for (std::size_t r = 0; r < rules.size(); ++r)
    if (!rules[r].reads.empty())
      groups[group_of[leader(parents, rules[r].reads.front())]].rules.push_back(r);
  for (auto& group : groups) {
    const layer_ordering layers(group, sizes, rules);
    group.axes = order.nested ? layers.nested(order.leading) : layers.cheapest();
  }
  return groups;
}

}  // namespace warpmark::spaces
