#pragma once

#include <string>
#include <vector>

#include "bench/core/measurement.hpp"

namespace warpmark {

/// What a reader of a time should know, as names that docs/measuring.md explains:
///   bimodal            the samples come from two states of the machine
///   buffers_stay_in_cache  (rotated) too few buffers to displace each other, added by the measurer
///   clocks_not_locked  the SM clock moved by more than 1 % around or during the samples
///   near_launch_floor  more than half of the time is what an empty kernel takes
///   not_precise        sampling ended before the interval was as narrow as asked
///   not_steady         the warm-up ended before the times showed no trend
///   other_process      another process has a context on the card
///   power_throttle     the card lowered its clocks for power …
///   thermal_throttle   … or for heat
///   timer_too_coarse   one tick of the clock is more than the precision asked
///   too_few_samples    fewer than six, which have no 95 % interval
///   unverified         nothing is known of what is expected (reference = "none" of a kernels
///                      file), added by the measurer
/// In alphabetical order; none for a measurement without times.
std::vector<std::string> warnings_of(const measurement& measured, double asked_precision,
                                     std::optional<double> launch_floor_ns);

}  // namespace warpmark
