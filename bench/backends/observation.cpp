#include "bench/backends/observation.hpp"

#include "bench/statistics/quantile.hpp"
#include "bench/statistics/tick_spreading.hpp"

namespace warpmark {

std::optional<double> observation::median_ns() const {
  if (samples_ns.empty()) return std::nullopt;
  return statistics::median(statistics::spread_over_ticks(samples_ns, timer_tick_ns.value_or(0)));
}

}  // namespace warpmark
