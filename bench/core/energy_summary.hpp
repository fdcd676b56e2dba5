#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bench/sampling/energy_spans.hpp"
#include "bench/sampling/measuring_options.hpp"

namespace warpmark {

/// The energy of a point: of the whole device, idle power included.
struct energy_summary {
  double joules = 0;  ///< Per execution: the mean of the spans …
  double ci_lo = 0;   ///< … with its 95 % interval by Student's t.
  double ci_hi = 0;
  std::size_t spans = 0;
  std::uint64_t executions = 0;        ///< In all spans.
  double mean_power_w = 0;             ///< Over all spans.
  std::optional<double> idle_power_w;  ///< Before the worker's first point.
  cache_state state = cache_state::rotated;
  sampling::energy_source source = sampling::energy_source::counter;
};

}  // namespace warpmark
