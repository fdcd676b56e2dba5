#pragma once

#include "variants/contract/variant.hpp"

namespace warpmark::deinterleave {

/// kernels/deinterleave/vector_load.cuh, of either layout.
launch_plan plan_vector_load(const problem& problem, const config& config,
                             const device_limits& limits);

/// The exchanges' axes, and "vector", the bytes that a thread takes at a time: 16 or 32.
std::vector<axis> vector_axes();

/// A group has whole vectors.
constraint vectors_fill_groups();

/// Of variants that exchange nothing which could be repeated.
constraint nothing_is_repeated();

/// Sectors that are loaded and stored, where all are whole: groups of 32 bytes a parity or
/// more, each in its place.
std::vector<counter_prediction> sectors_of_vectors();

}  // namespace warpmark::deinterleave
