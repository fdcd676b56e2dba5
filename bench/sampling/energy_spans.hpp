#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/sampling/energy_meter.hpp"
#include "bench/sampling/measuring_options.hpp"
#include "bench/sampling/steady_load.hpp"

namespace warpmark::sampling {

/// What the energy was taken from.
enum class energy_source {
  counter,        ///< The device's energy counter.
  power_samples,  ///< The integral of the power, read every 10 ms.
};

constexpr std::string_view name(energy_source source) {
  return source == energy_source::counter ? "counter" : "power_samples";
}

/// The energy of a steady load.
struct energy_observation {
  std::vector<double> joules;  ///< Per execution, one value per span.
  double executions = 0;       ///< In all spans.
  double seconds = 0;          ///< Of all spans.
  double total_joules = 0;
  energy_source source = energy_source::counter;
  std::string missing;  ///< Why there are no spans, as a clause; empty if there are.

  double mean_power_w() const { return total_joules / seconds; }
};

/// Executes `run` back to back and measures spans of it, after a warm-up of one span. A span begins
/// and ends with an update of the energy counter, and is at least three executions long. If the
/// counter decreases during a span, another takes its place. Without a counter that changes, the
/// power is integrated. Waits for the end of the last execution. Throws what `run` throws.
energy_observation measure_energy(energy_meter& meter, const std::function<void()>& run,
                                  const load_shape& shape, const energy_options& options);

/// The device's power while nothing runs, over a second; empty if it cannot be read.
std::optional<double> idle_power_w(energy_meter& meter);

}  // namespace warpmark::sampling
