#pragma once

#include <vector>

#include "bench/space/config_choice.hpp"
#include "bench/space/constrained_spaces.hpp"

namespace warpmark::spaces {

/// The spaces under the constraints of a variant for a problem on a device, over its axes with all
/// their values, or with those of `values` (one list per axis, in the variant's order).
constrained_spaces spaces_of(const variant& variant, const problem& problem,
                             const device_limits& limits,
                             const std::vector<std::vector<parameter_value>>& values = {});

/// The rules of device limits on configs that all constraints allow (launch_rules).
std::vector<rule> rules_of_launches(const variant& variant, const problem& problem,
                                    const device_limits& limits, const space& allowed);

/// The configs of a variant for a problem on a device: under its constraints and the device's
/// limits. Values that are numbers are in ascending order.
space space_of(const variant& variant, const problem& problem, const device_limits& limits,
               const std::vector<std::vector<parameter_value>>& values = {});

/// The variant's config at an index of its space.
config config_at(const variant& variant, const space& over, config_index index);

/// The variant's config of base values. Empty if the space excludes it.
std::optional<config_index> base_of(const variant& variant, const space& over);

}  // namespace warpmark::spaces
