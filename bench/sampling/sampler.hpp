#pragma once

#include "bench/backends/observation.hpp"
#include "bench/sampling/execution_timer.hpp"
#include "bench/sampling/measuring_options.hpp"

namespace warpmark::sampling {

/// Warms up until steady, then takes samples until the median has the requested precision
/// (statistics::median_stopping_rule) or the time limit is reached. Returns the samples, their
/// median's interval, the stop reason, and the state of the device before, during and after.
///
/// Each sample is enqueued completely before it starts, and no other work is in the queue:
/// otherwise the card fetches commands while it runs, which affects the time (docs/measuring.md).
///
/// A sample is dropped, and counted, only if the device reports throttling by heat or by the board;
/// then the sampler waits. A device that stays throttled yields no samples
/// (observation::why_no_samples). Without warm-up none is dropped. Throws what the timer throws.
observation sample(execution_timer& timer, const timed_work& work,
                   const measuring_options& options);

/// The number of executions per sample for a span well above the timer's floor; 1 if the work needs
/// preparation before each.
std::size_t repeats_for(const timed_work& work, const measuring_options& options, double run_ns,
                        const timer_limits& limits);

}  // namespace warpmark::sampling
