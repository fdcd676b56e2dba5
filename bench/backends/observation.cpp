#include "bench/backends/observation.hpp"

#include "bench/sampling/throttle_reasons.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/tick_spreading.hpp"

namespace warpmark {

std::optional<double> observation::median_ns() const {
  if (samples_ns.empty()) return std::nullopt;
  return statistics::median(statistics::spread_over_ticks(samples_ns, timer_tick_ns.value_or(0)));
}

std::string observation::why_no_samples() const {
  if (dropped == 0) return "the device has no clock";
  const auto reasons = during ? during->throttle_reasons.value_or(0) : 0;
  return "the card was throttled (" + sampling::throttle::spoiling_names(reasons) +
         ") during each of " + std::to_string(dropped) +
         " samples, so they do not show the kernel's time";
}

}  // namespace warpmark
