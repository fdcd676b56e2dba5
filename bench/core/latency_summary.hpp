#pragma once

#include <cstddef>
#include <optional>

#include "bench/sampling/measuring_options.hpp"

namespace warpmark {

/// A median in ns with its 95 % interval by order statistics.
struct median_ns {
  double median = 0;
  double ci_lo = 0;
  double ci_hi = 0;
};

/// Times of a point on the host's clock, of executions on an idle device.
struct latency_summary {
  median_ns enqueue;     ///< Until all steps of the plan were enqueued.
  median_ns end_to_end;  ///< From then until the device had completed them: both together.
  std::optional<median_ns> graph_launch;  ///< Until the plan, as a graph, was launched.
  std::size_t samples = 0;                ///< Of each.
  std::size_t graph_nodes = 0;            ///< Zero without a graph.
  cache_state state = cache_state::hot;
};

}  // namespace warpmark
