#pragma once

#include "variants/contract/variant.hpp"

namespace warpmark::deinterleave {

/// kernels/deinterleave/vector_load.cuh, of either layout.
launch_plan plan_vector_load(const problem& asked, const config& how, const device_limits& limits);

/// Of variants that exchange nothing which could be repeated.
constraint nothing_is_repeated();

/// Sectors that are loaded and stored, where none is touched twice: groups of 32 bytes a parity or
/// more, each in its place.
std::vector<expected_defect> sectors_once();

}  // namespace warpmark::deinterleave
