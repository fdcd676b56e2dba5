#pragma once

#include <functional>
#include <vector>

#include "base/device_limits.hpp"
#include "bench/space/space.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::spaces {

/// How many plans are looked at: some tens of milliseconds. Of a larger space each point's launches
/// are judged when it is about to be compiled.
inline constexpr config_index max_plans = 20'000;

/// What the limits of a device forbid among configs that constraints allow, by the launches that
/// their plans have (model::problem_error): a rule for each limit that any of them exceeds, with
/// its value and how much was asked for. A rule reads the fewest axes that tell which configs are
/// beyond the limit, so that limits nobody exceeds tie no axes together.
///
/// `plan_of` gives a config's plan; one that it throws for is passed over. No rules for a space of
/// more than `max_plans`.
std::vector<rule> launch_rules(const space& allowed, const device_limits& limits,
                               const std::function<launch_plan(config_index)>& plan_of);

}  // namespace warpmark::spaces
