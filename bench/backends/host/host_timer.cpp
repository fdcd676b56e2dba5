#include "bench/backends/host/host_timer.hpp"

#include <chrono>
#include <vector>

#include "bench/statistics/quantile.hpp"

namespace warpmark::host {
namespace {

using wall_clock = std::chrono::steady_clock;

constexpr int empty_samples = 64;
constexpr int readings_for_a_tick = 1000;

double nanoseconds_between(wall_clock::time_point start, wall_clock::time_point stop) {
  return std::chrono::duration<double, std::nano>(stop - start).count();
}

// The smallest distance between neighbouring readings that differ.
double tick_ns() {
  double tick = 0;
  auto last = wall_clock::now();
  for (int i = 0; i < readings_for_a_tick; ++i) {
    const auto now = wall_clock::now();
    const double gap = nanoseconds_between(last, now);
    if (gap > 0 && (tick == 0 || gap < tick)) tick = gap;
    last = now;
  }
  return tick;
}

}  // namespace

sampling::timed_sample host_timer::take(const timed_work& work,
                                        const sampling::sample_request& request) {
  if (work.prepare) work.prepare();
  const auto start = wall_clock::now();
  for (std::size_t i = 0; i < request.repeats; ++i) work.run();
  return {.ns = nanoseconds_between(start, wall_clock::now()), .operations = 1};
}

sampling::timer_limits host_timer::limits() {
  if (!limits_) {
    std::vector<double> readings_ns;
    readings_ns.reserve(empty_samples);
    for (int i = 0; i < empty_samples; ++i) readings_ns.push_back(take(timed_work([] {}), {}).ns);
    limits_ = {.floor_ns = statistics::median(readings_ns), .tick_ns = tick_ns()};
  }
  return *limits_;
}

}  // namespace warpmark::host
