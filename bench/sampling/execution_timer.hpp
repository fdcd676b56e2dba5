#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <thread>

#include "bench/backends/card.hpp"
#include "bench/sampling/timed_work.hpp"

namespace warpmark::sampling {

/// The overhead and the resolution of the clock; 0: too small to be measured.
struct timer_limits {
  double floor_ns = 0;  ///< Difference of two consecutive readings.
  double tick_ns = 0;   ///< Smallest non-zero difference of readings.
};

/// Options of one sample.
struct sample_request {
  std::size_t repeats = 1;  ///< Executions between the two readings.
  bool held = false;  ///< Start only when everything is enqueued, if the device supports that.
  /// Streams of which one is chosen at random. The launch time of each differs (docs/measuring.md).
  std::size_t num_streams = 1;
  bool watched = false;  ///< Read clocks and throttle reasons while it runs.
};

struct timed_sample {
  double ns = 0;               ///< Time between the readings, over all repeats.
  std::size_t operations = 0;  ///< Operations that `prepare` and one `run` enqueue.
  std::optional<machine_state> during;
  double enqueue_ns = 0;  ///< Host time to enqueue the runs, if they were not held; 0: not known.
};

/// A device's clock around executions.
class execution_timer {
 public:
  virtual ~execution_timer() = default;

  /// Prepares, then reads the clock, runs, and reads it again; waits for the end. Throws what the
  /// work throws, and device_error.
  virtual timed_sample take(const timed_work& work, const sample_request& request) = 0;

  /// Finds the conditions with the least disturbance of this work, and keeps them until forget().
  /// Executes the work, which may have at most max_held_operations(), several times. `run_ns`: its
  /// approximate time.
  virtual void settle(const timed_work& /*work*/, double /*run_ns*/) {}

  /// Drops the conditions of settle(), before other work.
  virtual void forget() {}

  /// Measured at the first call.
  virtual timer_limits limits() = 0;

  /// The maximum number of operations of a held sample.
  virtual std::size_t max_held_operations() const = 0;

  /// The current clocks, temperature, power and throttle reasons, as far as they can be read.
  virtual machine_state state() const = 0;

  /// Wall time in seconds from an arbitrary start. It bounds how long sampling may take; a
  /// simulated timer has a clock of its own.
  virtual double now_s() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

  /// Waits for a throttled device to recover.
  virtual void wait(std::chrono::milliseconds duration) { std::this_thread::sleep_for(duration); }
};

}  // namespace warpmark::sampling
