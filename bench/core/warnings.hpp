#pragma once

#include <string>
#include <vector>

#include "bench/core/measurement.hpp"

namespace warpmark {

/// The warnings of a measurement. docs/measuring.md explains each:
///   bimodal            the samples come from two states of the machine
///   buffers_stay_in_cache  (rotated) too few buffers to displace each other, added by the measurer
///   clocks_not_locked  the SM clock moved by more than 1 % around or during the samples
///   near_launch_floor  more than half of the time is that of an empty kernel
///   not_precise        sampling ended before the requested precision
///   not_steady         the warm-up ended before the times showed no trend
///   other_process      another process has a context on the card
///   power_throttle     the card lowered its clocks for power …
///   thermal_throttle   … or for heat
///   timer_too_coarse   one tick of the timer exceeds the requested precision
///   too_few_samples    fewer than six samples, which have no 95 % interval
///   unverified         the expected outputs are unknown (reference = "none" of a kernels
///                      file), added by the measurer
/// In alphabetical order; empty for a measurement without times.
std::vector<std::string> warnings_of(const measurement& measured, double asked_precision,
                                     std::optional<double> launch_floor_ns);

}  // namespace warpmark
