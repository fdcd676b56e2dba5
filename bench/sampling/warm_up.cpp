#include "bench/sampling/warm_up.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "bench/sampling/stopwatch.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/steadiness.hpp"

namespace warpmark::sampling {
namespace {

// Clocks and caches settle within a run that is this slow.
constexpr double slow_run_ns = 50e6;
constexpr std::size_t look_every = 4;

// More than what a run may gain yet by warming up.
constexpr double misses_by_far = 1.5;

}  // namespace

warm_up_report warm_up(execution_timer& timer, const timed_work& work, double max_seconds,
                       std::optional<double> time_to_beat_ns) {
  const stopwatch since_start;
  warm_up_report report;
  report.operations = timer.take(work, {}).operations;
  report.runs = 1;
  const bool held = report.operations <= timer.most_held_operations();

  std::vector<double> times_ns;
  do {
    times_ns.push_back(timer.take(work, {.held = held}).ns);
    ++report.runs;
    if (times_ns.back() > slow_run_ns) {
      report.steady = true;
      break;
    }
    if (times_ns.size() % look_every != 0) continue;
    if (time_to_beat_ns &&
        *std::min_element(times_ns.begin(), times_ns.end()) > misses_by_far * *time_to_beat_ns) {
      report.lost_ns = times_ns;
      break;
    }
    const auto seen = statistics::assess_steadiness(times_ns);
    report.steady = seen.steady;
    report.drift = seen.drift;
  } while (!report.steady && since_start.seconds() < max_seconds);

  const std::size_t older = times_ns.size() / 2;
  report.run_ns = statistics::median(std::span<const double>(times_ns).subspan(older));
  return report;
}

}  // namespace warpmark::sampling
