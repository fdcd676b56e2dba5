#pragma once

#include <optional>

#include "bench/core/point.hpp"
#include "bench/journal/lines.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {

/// The point of a measurement's line in terms of the registry. An axis newer than the record has
/// its base value, which reproduces the old behaviour. nullopt if there is no such point.
std::optional<point> recorded_point(const registry& registry, const journal::json& line);

}  // namespace warpmark::tuning
