#pragma once

#include <vector>

#include "tuning/space/space.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::tuning {

/// The configs of a variant for a problem on a device: its axes with all their values, or with
/// those of `values` (one list an axis, in the variant's order), under its constraints and the
/// device's limits (launch_rules). `of` must outlive the space.
space space_of(const variant& of, const problem& asked, const device_limits& limits,
               const std::vector<std::vector<parameter_value>>& values = {});

/// The variant's config at an index of its space.
config config_at(const variant& of, const space& over, config_index index);

/// The variant's config of base values. Nothing if the space does not allow it.
std::optional<config_index> base_of(const variant& of, const space& over);

}  // namespace warpmark::tuning
