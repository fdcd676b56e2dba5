#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "bench/sampling/timed_work.hpp"

namespace warpmark::sampling {

/// Times on the host's clock, in ns, one value per execution.
struct host_times {
  std::vector<double> enqueue_ns;     ///< Until all work was enqueued.
  std::vector<double> end_to_end_ns;  ///< Until the device had completed it, too.
};

struct latency_limits {
  std::size_t samples = 201;
  std::size_t min_samples = 6;  ///< Of which the time is no limit.
  double max_s = 1;
};

/// The host and the device that executes the work.
struct host_and_device {
  std::function<double()> now_s;
  std::function<void()> synchronize;
};

/// Executes the work on an idle device, one execution at a time, after a few that are not timed.
/// Preparation ends before a time begins. Throws what the work throws.
host_times measure_host_times(const timed_work& work, const host_and_device& machine,
                              const latency_limits& limits = {});

}  // namespace warpmark::sampling
