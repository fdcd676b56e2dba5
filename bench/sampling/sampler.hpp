#pragma once

#include "bench/backends/observation.hpp"
#include "bench/sampling/execution_timer.hpp"
#include "bench/sampling/measuring_options.hpp"

namespace warpmark::sampling {

/// Warms up until steady, then takes samples one at a time until the median is known as precisely
/// as asked (statistics::median_stopping_rule) or the time is spent. Fills in the samples, their
/// median's interval, why it stopped, and the state of the machine before, during and after.
///
/// One sample a time, each enqueued as a whole before it may start: with more in the queue, the
/// card fetches commands while it runs, which shows between the clock's readings
/// (docs/measuring.md).
///
/// A sample is dropped, and counted, only where the machine itself says that it was slowed down
/// for heat or by the board; then it waits. A machine that stays so yields no samples at all
/// (observation::why_no_samples). Without warm-up none is dropped. Throws what the timer throws.
observation sample(execution_timer& timer, const timed_work& work,
                   const measuring_options& options);

/// How many executions one sample needs for its span to be well above the timer's floor; 1 if the
/// work must be prepared before each.
std::size_t repeats_for(const timed_work& work, const measuring_options& options, double run_ns,
                        const timer_limits& limits);

}  // namespace warpmark::sampling
