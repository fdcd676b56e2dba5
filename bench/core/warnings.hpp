#pragma once

#include <optional>
#include <vector>

#include "bench/core/measurement.hpp"

namespace warpmark {

/// The warnings that a measurement's samples and the machine's state give rise to, ascending; none
/// for a measurement without times. The measurer adds buffers_stay_in_cache and unverified.
std::vector<warning> warnings_of(const measurement& measured, double asked_precision,
                                 std::optional<double> launch_floor_ns);

}  // namespace warpmark
