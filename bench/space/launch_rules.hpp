#pragma once

#include <functional>
#include <vector>

#include "base/device_limits.hpp"
#include "bench/space/space.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::spaces {

/// The maximum number of evaluated plans: some tens of milliseconds. In a larger space each point's
/// launches are checked before its compilation.
inline constexpr config_index max_plans = 20'000;

/// The rules of a device's limits on configs that constraints allow, by the launches of their plans
/// (model::check_launch): one rule per limit that any config exceeds, with its value and the
/// requested amounts. A rule reads the fewest axes that determine which configs exceed the limit,
/// so that limits that no config exceeds connect no axes.
///
/// `plan_of` returns a config's plan; configs for which it throws are skipped. No rules for a space
/// of more than `max_plans`.
std::vector<rule> launch_rules(const space& allowed, const device_limits& limits,
                               const std::function<launch_plan(config_index)>& plan_of);

}  // namespace warpmark::spaces
