#pragma once

#include "bench/backends/hardware_counters.hpp"
#include "bench/sampling/timed_work.hpp"

namespace warpmark {

/// Counts executions by the device's own counters. Between two calls nothing of it is enabled on
/// the device, so that it does not affect times.
class hardware_profiler {
 public:
  virtual ~hardware_profiler() = default;

  /// Executes `work` once for each pass that the metrics take, each time prepared, and counts what
  /// it runs, not what it prepares. If the profiler fails, the result says why. Throws what the
  /// work throws, and device_error if it fails on the device.
  virtual hardware_counters count(const timed_work& work) = 0;
};

}  // namespace warpmark
