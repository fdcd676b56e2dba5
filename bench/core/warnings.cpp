#include "bench/core/warnings.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "bench/sampling/throttle_reasons.hpp"
#include "bench/statistics/bimodality.hpp"
#include "bench/statistics/interval.hpp"
#include "bench/statistics/mann_kendall.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/runs_test.hpp"
#include "bench/statistics/step_fit.hpp"

namespace warpmark {
namespace {

namespace throttle = sampling::throttle;

constexpr std::size_t min_samples = 6;

// An interval that is a little wider than requested says so itself.
constexpr double clearly_wider = 1.5;

// The trend of samples is that of the medians of so many parts: a test of all pairs of 1000 samples
// would take longer than the samples.
constexpr std::size_t max_parts = 24, min_part = 3;
constexpr std::size_t min_parts = 8;  // for the normal approximation of the test
constexpr double alpha_of_trend = 0.001;

std::uint64_t all_throttle_reasons(const observation& seen) {
  std::uint64_t reasons =
      seen.before.throttle_reasons.value_or(0) | seen.after.throttle_reasons.value_or(0);
  if (seen.during) reasons |= seen.during->throttle_reasons.value_or(0);
  return reasons;
}

// Whether the clock changed by more than `limit` under load, or fell from what it was before. A
// clock that rose from idle did so in the warm-up, and times change by no more than the clock does.
bool clock_moved(const observation& seen, double limit) {
  std::optional<std::uint64_t> min_hz, max_hz;
  const auto note = [&](const std::optional<std::uint64_t>& hz) {
    if (!hz) return;
    min_hz = std::min(min_hz.value_or(*hz), *hz);
    max_hz = std::max(max_hz.value_or(*hz), *hz);
  };
  if (seen.sm_clocks) {
    note(seen.sm_clocks->min_hz);
    note(seen.sm_clocks->max_hz);
  }
  if (seen.during) note(seen.during->sm_clock_hz);
  note(seen.after.sm_clock_hz);
  if (!min_hz) return false;
  max_hz = std::max(*max_hz, seen.before.sm_clock_hz.value_or(0));
  return static_cast<double>(*max_hz - *min_hz) > limit * static_cast<double>(*max_hz);
}

bool other_process(const observation& seen) {
  return seen.before.other_processes.value_or(0) + seen.after.other_processes.value_or(0) > 0;
}

bool ecc_errors(const observation& seen) {
  const auto grew = [](const auto& before, const auto& after) {
    return before && after && *after > *before;
  };
  return grew(seen.before.ecc_corrected, seen.after.ecc_corrected) ||
         grew(seen.before.ecc_uncorrected, seen.after.ecc_uncorrected);
}

// States that change more than once and last, further apart than the precision. If the interval has
// both it says that the median may be in either.
bool bimodal(const observation& seen, double precision) {
  const auto modes = statistics::assess_bimodality(
      seen.samples_ns, {.resolution = seen.timer_tick_ns.value_or(0), .min_gap = precision});
  const auto& range = seen.median_interval;
  return modes.lasting &&
         !(range && range->contains(modes.lower_mode) && range->contains(modes.upper_mode));
}

bool has_trend(std::span<const double> samples_ns, double precision) {
  std::vector<double> parts;
  const std::size_t count = std::min(max_parts, samples_ns.size() / min_part);
  if (count < min_parts) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t begin = i * samples_ns.size() / count;
    const std::size_t end = (i + 1) * samples_ns.size() / count;
    parts.push_back(statistics::median(samples_ns.subspan(begin, end - begin)));
  }
  const double first = statistics::median(samples_ns.first(samples_ns.size() / 2));
  const double second = statistics::median(samples_ns.subspan(samples_ns.size() / 2));
  return std::abs(second - first) > precision * std::min(first, second) &&
         statistics::mann_kendall_test(parts).p_value < alpha_of_trend;
}

// One change, after which the times are others by more than the precision, however short before.
bool has_step(std::span<const double> samples_ns, double precision) {
  const std::size_t after = statistics::fit_step(samples_ns, min_samples).first_after;
  const double first = statistics::median(samples_ns.first(after));
  const double second = statistics::median(samples_ns.subspan(after));
  return std::abs(second - first) > precision * std::min(first, second) &&
         statistics::comes_in_long_runs(samples_ns, (first + second) / 2);
}

// With few samples only the warm-up says whether there was a trend.
bool not_steady(const observation& seen, double precision) {
  if (seen.samples_ns.size() >= min_part * min_parts)
    return has_trend(seen.samples_ns, precision) || has_step(seen.samples_ns, precision);
  return seen.warm_up && !seen.warm_up->steady && std::abs(seen.warm_up->drift) > precision;
}

bool not_precise(const observation& seen, double median_ns, double precision) {
  if (seen.stop_reason == stop_reason::precision || seen.samples_ns.size() < min_samples)
    return false;
  return !seen.median_interval ||
         seen.median_interval->half_width() > clearly_wider * precision * median_ns;
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
  const bool is_steady = !not_steady(seen, asked_precision);
  note(warning::bimodal, is_steady && bimodal(seen, asked_precision));
  note(warning::clocks_not_locked, clock_moved(seen, asked_precision));
  note(warning::ecc_errors, ecc_errors(seen));
  note(warning::near_launch_floor, launch_floor_ns && median_ns < 2 * *launch_floor_ns);
  note(warning::not_held, seen.host_bound);
  note(warning::not_precise, not_precise(seen, median_ns, asked_precision));
  note(warning::not_steady, !is_steady);
  note(warning::other_process, other_process(seen));
  note(warning::power_throttle, (reasons & throttle::power) != 0);
  note(warning::thermal_throttle,
       (reasons & (throttle::thermal | throttle::hardware_slowdown)) != 0);
  note(warning::timer_too_coarse, tick_ns > asked_precision * median_ns);
  note(warning::too_few_samples, seen.samples_ns.size() < min_samples);
  return found;
}

}  // namespace warpmark
