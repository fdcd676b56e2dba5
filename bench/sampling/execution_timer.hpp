#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <thread>

#include "bench/backends/card.hpp"
#include "bench/sampling/timed_work.hpp"

namespace warpmark::sampling {

/// What the clock itself costs and how finely it reads; 0: too little to be seen.
struct timer_limits {
  double floor_ns = 0;  ///< Between two readings with nothing between them.
  double tick_ns = 0;   ///< Between two neighbouring readings that differ.
};

/// How to take one sample.
struct sample_request {
  std::size_t repeats = 1;  ///< Executions between the two readings.
  bool held = false;        ///< Start only when all of it is enqueued, if the machine can do that.
  bool watched = false;     ///< Read clocks and throttle reasons while it runs.
};

struct timed_sample {
  double ns = 0;               ///< Between the readings: all repeats together.
  std::size_t operations = 0;  ///< That `prepare` and one `run` put into the machine's queue.
  std::optional<machine_state> during;
};

/// A machine's clock around executions.
class execution_timer {
 public:
  virtual ~execution_timer() = default;

  /// Prepares, then reads the clock, runs, and reads it again; waits for the end. Throws what the
  /// work throws, and device_error.
  virtual timed_sample take(const timed_work& work, const sample_request& request) = 0;

  /// Finds the conditions under which the machine disturbs this work least, and keeps to them until
  /// forget(). The work, which may be no more than max_held_operations(), is executed some times.
  /// `run_ns`: about how long it takes.
  virtual void settle(const timed_work& /*work*/, double /*run_ns*/) {}

  /// Other work follows.
  virtual void forget() {}

  /// Measured at the first call.
  virtual timer_limits limits() = 0;

  /// The most operations that a held sample may consist of.
  virtual std::size_t max_held_operations() const = 0;

  /// Clocks, temperature, power and throttle reasons now, as far as they can be read.
  virtual machine_state state() const = 0;

  /// Wall time in seconds from an arbitrary start. It bounds how long sampling may take; a
  /// simulated timer has a clock of its own.
  virtual double now_s() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

  /// Waits for a throttled machine to recover.
  virtual void wait(std::chrono::milliseconds duration) { std::this_thread::sleep_for(duration); }
};

}  // namespace warpmark::sampling
