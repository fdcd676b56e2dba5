#pragma once

#include <optional>
#include <string>

#include "bench/core/point.hpp"
#include "tuning/profile/size_table.hpp"

namespace warpmark::tuning {

/// What a profile's config is in the program as it is now.
struct stored_config {
  std::optional<point> at;
  std::string gone;  ///< Why there is no such point: no such variant, axis or value any more.
};

/// Axes that the variant has got since then stand at their base. `machine`: the backend's name.
stored_config stored_point(const std::string& family, const candidate& candidate,
                           const problem& problem, const device_limits& limits,
                           const std::string& machine);

}  // namespace warpmark::tuning
