#pragma once

#include <optional>
#include <string>

#include "bench/core/point.hpp"
#include "tuning/profile/size_table.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {

/// A profile's config in terms of a registry.
struct stored_config {
  std::optional<point> at;
  std::string gone;  ///< Why there is no such point: its variant, axis or value no longer exists.
};

/// Axes added to the variant since then have their base value. `machine`: the backend's name.
stored_config stored_point(const registry& registry, const std::string& family,
                           const candidate& candidate, const problem& problem,
                           const device_limits& limits, const std::string& machine);

}  // namespace warpmark::tuning
