#pragma once

#include "bench/backends/backend.hpp"
#include "bench/sampling/pair_sampler.hpp"

namespace warpmark {

/// Measures `work`, which enqueues launches, fills, copies and calls through `device`: samples of
/// its clock (sampling::sample), or on a device without one the counters of a single execution.
/// Throws what the work throws, and device_error.
observation measure(backend& device, const timed_work& work, const measuring_options& options);

/// Samples of two works under the same conditions, alternately. Throws device_error where there is
/// no clock.
sampling::pair_observation measure_pairs(backend& device, const timed_work& first,
                                         const timed_work& second,
                                         const sampling::pair_options& options);

}  // namespace warpmark
