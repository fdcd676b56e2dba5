#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bench/space/rule.hpp"

namespace warpmark::spaces {

/// Axes that rules tie together, directly or through others. Axes of different groups can be chosen
/// without regard to each other.
struct factor_group {
  std::vector<std::size_t> axes;   ///< In the order in which a walk sets them.
  std::vector<std::size_t> rules;  ///< Those that read them, in the order of the space.
};

/// In which order a walk of a group sets its axes.
struct layer_order {
  /// The order of the axes, so that configs can be walked as nested loops do, unless that would
  /// cost too much; otherwise whichever order costs least.
  bool nested = false;

  /// With `nested`: so many axes come before all others at any cost, in their order.
  std::size_t leading = 0;
};

/// So many levels may be tried for the sake of `layer_order::nested`: about a second.
inline constexpr double max_nested_cost = 1e7;

/// The connected components of the graph of axes, given by their sizes, and the rules that read
/// them, in the order of their first axes. Unless another order is asked for, the axes of a group
/// are in one that keeps few of them in the minds of rules that are not yet decided, which is what
/// a walk of the group costs.
std::vector<factor_group> factor_groups(std::span<const std::size_t> sizes,
                                        const std::vector<rule>& rules,
                                        const layer_order& order = {});

/// Of the first `set` axes of an order, those that a rule with an axis behind them reads.
std::vector<std::size_t> frontier(std::span<const std::size_t> order, std::size_t set,
                                  const std::vector<rule>& rules,
                                  std::span<const std::size_t> of_group);

}  // namespace warpmark::spaces
