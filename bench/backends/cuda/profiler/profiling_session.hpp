#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "bench/backends/cuda/profiler/cupti_api.hpp"
#include "bench/backends/cuda/profiler/metric_schedule.hpp"

namespace warpmark::cuda::cupti {

/// CUPTI's profiler as long as it lives: initialised, which hooks it into the driver.
class initialized_profiler {
 public:
  explicit initialized_profiler(const api& api);  ///< Throws error.
  ~initialized_profiler();
  initialized_profiler(const initialized_profiler&) = delete;
  initialized_profiler& operator=(const initialized_profiler&) = delete;

  /// Of the device with the current context. Throws error.
  chip_description chip(int device_ordinal) const;

 private:
  const api& api_;
};

/// The range profiler of a context as long as it lives: enabled.
class profiling_session {
 public:
  profiling_session(const api& api, context_handle context);  ///< Throws error.
  ~profiling_session();
  profiling_session(const profiling_session&) = delete;
  profiling_session& operator=(const profiling_session&) = delete;

  /// Calls `prepare` and, in a range, `run` until all passes are done; returns the decoded
  /// counters. Both must wait for what they enqueue. Throws error, and what the calls throw.
  std::vector<std::uint8_t> count(const metric_schedule& schedule,
                                  const std::function<void()>& prepare,
                                  const std::function<void()>& run);

 private:
  void configure(const metric_schedule& schedule, std::vector<std::uint8_t>& counters);
  bool take_pass(const std::function<void()>& run);
  void decode(const std::vector<std::uint8_t>& counters);

  const api& api_;
  range_object profiler_ = nullptr;
};

}  // namespace warpmark::cuda::cupti
