#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuning/space/rule.hpp"
#include "tuning/space/space_axis.hpp"

namespace warpmark::tuning {

/// Axes that rules tie together, directly or through others. Axes of different groups can be chosen
/// without regard to each other.
struct factor_group {
  std::vector<std::size_t> axes;   ///< In the order in which a walk sets them.
  std::vector<std::size_t> rules;  ///< Those that read them, in the order of the space.
};

/// The connected components of the graph of axes and the rules that read them, in the order of
/// their first axes. Within a group the axes are in an order that keeps few of them in the minds of
/// rules that are not yet decided, which is what a walk of the group costs.
std::vector<factor_group> factor_groups(const std::vector<space_axis>& axes,
                                        const std::vector<rule>& rules);

/// Of the first `set` axes of an order, those that a rule with an axis behind them reads.
std::vector<std::size_t> frontier(std::span<const std::size_t> order, std::size_t set,
                                  const std::vector<rule>& rules,
                                  std::span<const std::size_t> of_group);

}  // namespace warpmark::tuning
