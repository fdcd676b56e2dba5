#pragma once

#include <concepts>
#include <functional>
#include <utility>

namespace warpmark {

/// The work to measure. `run` and `prepare` enqueue asynchronously.
struct timed_work {
  std::function<void()> run;  ///< Between the clock's two readings.
  std::function<void()>
      prepare;  ///< Before the readings: restores inputs, flushes caches. May be empty.
  /// After a sample, when the device is idle. May be empty; what it throws ends the sampling.
  std::function<void()> inspect = {};

  timed_work(std::function<void()> timed, std::function<void()> untimed)
      : run(std::move(timed)), prepare(std::move(untimed)) {}

  /// Work that needs no preparation.
  template <std::invocable Run>
  timed_work(Run timed) : run(std::move(timed)) {}
};

}  // namespace warpmark
