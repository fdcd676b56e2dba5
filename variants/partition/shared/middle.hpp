#pragma once

#include "variants/partition/shared/plan_builder.hpp"

namespace warpmark::partition {

/// Launches the kernel that moves the elements equal to the pivot, and their payloads, from `aside`
/// to their place, once `counts` are known.
void insert_middle(plan_builder& plan, const keyed_buffers& aside, const device_limits& limits);

/// Launches the kernel that writes them, for elements whose equality to the pivot says all of them.
void fill_middle(plan_builder& plan, const device_limits& limits);

}  // namespace warpmark::partition
