#include "bench/statistics/tick_spreading.hpp"

#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {

std::vector<double> spread_over_ticks(std::span<const double> samples, double tick) {
  require_samples(samples, 1, "spread over ticks");
  std::vector<double> spread = ascending(samples);
  for (std::size_t first = 0; first < spread.size();) {
    const double at = spread[first];
    std::size_t last = first + 1;
    // Equal up to the rounding of a clock's float: neighbours differ by a full tick.
    while (last < spread.size() && spread[last] - at < tick / 4) ++last;
    const auto count = static_cast<double>(last - first);
    for (std::size_t i = first; i < last; ++i)
      spread[i] = at + tick * ((static_cast<double>(i - first) + 0.5) / count - 0.5);
    first = last;
  }
  return spread;
}

}  // namespace warpmark::statistics
