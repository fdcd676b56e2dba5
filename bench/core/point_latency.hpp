#pragma once

#include <optional>
#include <string>

#include "bench/backends/backend.hpp"
#include "bench/core/cache_flush.hpp"
#include "bench/core/latency_summary.hpp"
#include "bench/core/prepared_point.hpp"

namespace warpmark {

/// Measures executions in the first placement. In the cold state `flush`, if not null, comes before
/// each; in the others the caches hold what the last execution left. Without a graph, if the
/// plan cannot be captured, `graph_launch` is empty.
latency_summary measure_point_latency(backend& machine, prepared_point& prepared, cache_state state,
                                      cache_flush* flush);

}  // namespace warpmark
