#include "bench/core/warnings.hpp"

#include <algorithm>
#include <cmath>

#include "bench/sampling/throttle_reasons.hpp"
#include "bench/statistics/bimodality.hpp"

namespace warpmark {
namespace {

namespace throttle = sampling::throttle;

constexpr std::size_t min_samples = 6;
constexpr double clock_tolerance = 0.01;

std::uint64_t all_throttle_reasons(const observation& seen) {
  std::uint64_t reasons =
      seen.before.throttle_reasons.value_or(0) | seen.after.throttle_reasons.value_or(0);
  if (seen.during) reasons |= seen.during->throttle_reasons.value_or(0);
  return reasons;
}

bool clock_moved(const observation& seen) {
  std::optional<std::uint64_t> min_hz, max_hz;
  const auto note = [&](const std::optional<std::uint64_t>& hz) {
    if (!hz) return;
    min_hz = std::min(min_hz.value_or(*hz), *hz);
    max_hz = std::max(max_hz.value_or(*hz), *hz);
  };
  note(seen.before.sm_clock_hz);
  if (seen.during) note(seen.during->sm_clock_hz);
  note(seen.after.sm_clock_hz);
  return min_hz &&
         static_cast<double>(*max_hz - *min_hz) > clock_tolerance * static_cast<double>(*max_hz);
}

bool other_process(const observation& seen) {
  return seen.before.other_processes.value_or(0) + seen.after.other_processes.value_or(0) > 0;
}

}  // namespace

std::vector<warning> warnings_of(const measurement& measured, double asked_precision,
                                 std::optional<double> launch_floor_ns) {
  const observation& seen = measured.seen;
  if (!measured.times_ns) return {};
  const double median_ns = measured.times_ns->median;
  const double tick_ns = seen.timer_tick_ns.value_or(0);
  const auto reasons = all_throttle_reasons(seen);

  std::vector<warning> found;
  const auto note = [&](warning which, bool is_so) {
    if (is_so) found.push_back(which);
  };
  note(warning::bimodal,
       statistics::assess_bimodality(seen.samples_ns, {.resolution = tick_ns}).bimodal);
  note(warning::clocks_not_locked, clock_moved(seen));
  note(warning::near_launch_floor, launch_floor_ns && median_ns < 2 * *launch_floor_ns);
  note(warning::not_precise, seen.stop_reason != stop_reason::precision);
  note(warning::not_steady, seen.warm_up && !seen.warm_up->steady);
  note(warning::other_process, other_process(seen));
  note(warning::power_throttle, (reasons & throttle::power) != 0);
  note(warning::thermal_throttle,
       (reasons & (throttle::thermal | throttle::hardware_slowdown)) != 0);
  note(warning::timer_too_coarse, tick_ns > asked_precision * median_ns);
  note(warning::too_few_samples, seen.samples_ns.size() < min_samples);
  return found;
}

}  // namespace warpmark
