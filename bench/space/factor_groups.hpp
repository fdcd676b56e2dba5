#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bench/space/rule.hpp"

namespace warpmark::spaces {

/// Axes that rules connect, directly or through others. Axes of different groups are independent.
struct factor_group {
  std::vector<std::size_t> axes;   ///< In the order of a walk.
  std::vector<std::size_t> rules;  ///< The rules that read these axes, in the order of the space.
};

/// The order of the axes in a walk of a group.
struct layer_order {
  /// If true, the order of the axes, so that configs have the order of nested loops, unless that
  /// costs too much; otherwise the cheapest order.
  bool nested = false;

  /// With `nested`: this many axes always come first, in their order.
  std::size_t leading = 0;
};

/// The maximum number of tried levels for `layer_order::nested`: about a second.
inline constexpr double max_nested_cost = 1e7;

/// The connected components of the graph of axes, given by their sizes, and the rules that read
/// them, in the order of their first axes. By default the axes of a group have an order in which
/// undecided rules depend on few set axes, which determines the cost of a walk.
std::vector<factor_group> factor_groups(std::span<const std::size_t> sizes,
                                        const std::vector<rule>& rules,
                                        const layer_order& order = {});

/// Those of the first `set` axes of an order that a rule with a later axis reads.
std::vector<std::size_t> frontier(std::span<const std::size_t> order, std::size_t set,
                                  const std::vector<rule>& rules,
                                  std::span<const std::size_t> of_group);

}  // namespace warpmark::spaces
