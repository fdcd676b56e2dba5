#include "bench/sampling/warm_up.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "bench/statistics/quantile.hpp"
#include "bench/statistics/steadiness.hpp"

namespace warpmark::sampling {
namespace {

// Clocks and caches settle within a run of this length.
constexpr double slow_run_ns = 50e6;
constexpr std::size_t look_every = 4;

// More than the possible gain from further warm-up, at its start and near its end.
constexpr double misses_at_first = 1.25;
constexpr double misses_at_last = 1;
constexpr std::size_t newest = 5;

// Whether all of the newest runs are slower than the time to beat. With even chances, one point in
// 32 (in 16 at the first check) would be given up wrongly.
bool has_lost(const std::vector<double>& times_ns, double time_to_beat_ns) {
  const bool first = times_ns.size() <= look_every;
  const auto begin = times_ns.end() - static_cast<std::ptrdiff_t>(first ? look_every : newest);
  return *std::min_element(begin, times_ns.end()) >
         (first ? misses_at_first : misses_at_last) * time_to_beat_ns;
}

}  // namespace

warm_up_report warm_up(execution_timer& timer, const timed_work& work, double max_seconds,
                       std::optional<double> time_to_beat_ns) {
  const double start_s = timer.now_s();
  warm_up_report report;
  report.operations = timer.take(work, {}).operations;
  report.runs = 1;
  const bool held = report.operations <= timer.max_held_operations();

  std::vector<double> times_ns;
  do {
    times_ns.push_back(timer.take(work, {.held = held}).ns);
    ++report.runs;
    if (times_ns.back() > slow_run_ns) {
      report.steady = true;
      break;
    }
    if (times_ns.size() % look_every != 0) continue;
    if (time_to_beat_ns && has_lost(times_ns, *time_to_beat_ns)) {
      report.lost_ns.assign(times_ns.end() - look_every, times_ns.end());
      break;
    }
    const auto seen = statistics::assess_steadiness(times_ns);
    report.steady = seen.steady;
    report.drift = seen.drift;
  } while (!report.steady && timer.now_s() - start_s < max_seconds);

  const std::size_t older = times_ns.size() / 2;
  report.run_ns = statistics::median(std::span<const double>(times_ns).subspan(older));
  return report;
}

}  // namespace warpmark::sampling
