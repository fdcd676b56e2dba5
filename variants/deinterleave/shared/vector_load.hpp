#pragma once

#include "variants/contract/variant.hpp"

namespace warpmark::deinterleave {

/// kernels/deinterleave/vector_load.cuh, of either layout.
launch_plan plan_vector_load(const problem& problem, const config& config,
                             const device_limits& limits);

/// The exchanges' axes, and "vector", the bytes per thread and step: 16 or 32.
std::vector<axis> vector_axes();

/// A group has full vectors.
constraint vectors_fill_groups();

/// For variants without an exchange that could be repeated.
constraint nothing_is_repeated();

/// Sectors that are loaded and stored, if all are complete: aligned groups with 32 bytes per parity
/// or more.
std::vector<counter_prediction> sectors_of_vectors();

}  // namespace warpmark::deinterleave
