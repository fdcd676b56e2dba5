#pragma once

#include <vector>

#include "ci/gate/decision/rounds.hpp"

namespace warpmark::gate {

/// The part of a point's time that the card's ceiling explains, from which on it is memory-bound.
inline constexpr double memory_bound_part = 0.5;

/// A point of less than so many times the launch floor is bound by latency. The floor is the
/// shortest time of the calibrators of launches.
inline constexpr double latency_bound_floors = 2;

/// What limits each point: as stated, else by the median time of its base over all rounds. A point
/// without ceiling (`min_ns`), whose caches are warm or whose traffic is not known, is unknown
/// unless it is near the floor. The head's times have no influence, so a regression cannot change
/// what a point is compared with.
std::vector<resource_class> resource_classes(const std::vector<timed_point>& points);

}  // namespace warpmark::gate
