#include "bench/sampling/sampler.hpp"

#include <algorithm>
#include <cmath>

#include "bench/sampling/machine_watch.hpp"
#include "bench/sampling/warm_up.hpp"
#include "bench/statistics/autocorrelation.hpp"
#include "bench/statistics/median_stopping.hpp"
#include "bench/statistics/tick_spreading.hpp"

namespace warpmark::sampling {
namespace {

constexpr double share_for_warm_up = 0.25;  // of the time for the samples
constexpr std::size_t min_for_budget = 3;   // minimum if a sample takes longer than the budget
// if all are slower: probability 1 in 32 for equal times
constexpr std::size_t min_to_lose = 5;
constexpr double floors_in_a_sample = 20;  // limits the floor to 5 % of a sample
constexpr std::size_t max_repeats = 64;
// Work that is enqueued in nearly the time that it takes may have waited for the host, in so many
// samples that the median may be one of them.
constexpr double share_of_host = 0.8, bound_samples = 0.1;
constexpr std::size_t default_first_look = statistics::stopping_options{}.first_look;

// Samples one point.
class sampling_run {
 public:
  sampling_run(execution_timer& timer, const timed_work& work, const measuring_options& options,
               observation& seen)
      : timer_(timer),
        work_(work),
        options_(options),
        seen_(seen),
        rule_({.precision = options.precision,
               .first_look = std::max(default_first_look, options.min_samples)}) {}

  void warm_up_and_plan() {
    if (!options_.warm_up) return;
    const auto warm =
        warm_up(timer_, work_, share_for_warm_up * options_.max_seconds, options_.time_to_beat_ns);
    seen_.warm_up = {.runs = warm.runs, .steady = warm.steady, .drift = warm.drift};
    seen_.busy_ns += static_cast<double>(warm.runs) * warm.run_ns;
    if (!warm.lost_ns.empty()) {
      seen_.samples_ns = warm.lost_ns;
      seen_.stop_reason = stop_reason::beaten;
      return;
    }
    seen_.repeats = repeats_for(work_, options_, warm.run_ns, timer_.limits());
    held_ = warm.operations * seen_.repeats <= timer_.max_held_operations();
    if (seen_.repeats == 1 && held_) timer_.settle(work_, warm.run_ns);
  }

  void take_all() {
    const double start_s = timer_.now_s();
    while (!seen_.stop_reason) {
      const double elapsed_s = timer_.now_s() - start_s;
      const bool watched = elapsed_s >= next_watch_s_;
      if (watched) next_watch_s_ = elapsed_s + watch_every_s;
      take_one(watched);
      seen_.stop_reason = reason_to_stop(timer_.now_s() - start_s);
    }
    if (seen_.samples_ns.size() != checked_samples_) look();
    seen_.host_bound = static_cast<double>(bound_by_host_) >
                       bound_samples * static_cast<double>(seen_.samples_ns.size());
  }

 private:
  void take_one(bool watched) {
    const timed_sample taken = timer_.take(work_, {.repeats = seen_.repeats,
                                                   .held = held_,
                                                   .num_streams = options_.num_streams,
                                                   .watched = watched});
    if (taken.during) watch(*taken.during);
    seen_.busy_ns += taken.ns;
    // Without warm-up the single execution is the requested sample, even if throttled.
    if (options_.warm_up && spoilt(taken)) {
      ++seen_.dropped;
      next_watch_s_ = 0;  // The next one must be watched.
      timer_.wait(pause_when_throttled);
      return;
    }
    seen_.samples_ns.push_back(taken.ns / static_cast<double>(seen_.repeats));
    if (taken.enqueue_ns > share_of_host * taken.ns) ++bound_by_host_;
    if (work_.inspect) work_.inspect();
  }

  // What is slower once may be so between two watched samples, so that one of them is enough.
  void watch(const machine_state& now) {
    const auto before = seen_.during ? seen_.during->throttle_reasons : std::nullopt;
    seen_.during = now;
    if (before) seen_.during->throttle_reasons = *before | now.throttle_reasons.value_or(0);
    if (!now.sm_clock_hz) return;
    auto& clocks = seen_.sm_clocks;
    if (!clocks) clocks = {*now.sm_clock_hz, *now.sm_clock_hz};
    clocks->min_hz = std::min(clocks->min_hz, *now.sm_clock_hz);
    clocks->max_hz = std::max(clocks->max_hz, *now.sm_clock_hz);
  }

  std::optional<stop_reason> reason_to_stop(double elapsed_s) {
    const std::size_t n = seen_.samples_ns.size();
    if (n >= rule_.next_look()) {
      look();
      if (rule_.done()) return stop_reason::precision;
    }
    if (beaten()) return stop_reason::beaten;
    if (n >= options_.max_samples) return stop_reason::max_samples;
    const std::size_t enough = std::max(min_for_budget, options_.min_samples);
    if (elapsed_s > options_.max_seconds && n + seen_.dropped >= enough) return stop_reason::budget;
    return std::nullopt;
  }

  // With few samples by every sample, later by the median's interval.
  bool beaten() const {
    if (!options_.time_to_beat_ns) return false;
    const double limit_ns = *options_.time_to_beat_ns;
    if (seen_.median_interval && seen_.median_interval->lo > limit_ns) return true;
    const auto& samples_ns = seen_.samples_ns;
    return samples_ns.size() == min_to_lose &&
           *std::min_element(samples_ns.begin(), samples_ns.end()) > limit_ns;
  }

  void look() {
    if (seen_.samples_ns.empty()) return;
    const auto& samples_ns = seen_.samples_ns;
    checked_samples_ = samples_ns.size();
    seen_.effective_samples = statistics::effective_sample_size(samples_ns);
    seen_.median_interval =
        rule_.look(statistics::spread_over_ticks(samples_ns, seen_.timer_tick_ns.value_or(0)),
                   seen_.effective_samples);
  }

  execution_timer& timer_;
  const timed_work& work_;
  const measuring_options& options_;
  observation& seen_;
  statistics::median_stopping_rule rule_;
  bool held_ = false;
  std::size_t checked_samples_ = 0;  // samples
  std::size_t bound_by_host_ = 0;    // samples
  double next_watch_s_ = 0;
};

}  // namespace

std::size_t repeats_for(const timed_work& work, const measuring_options& options, double run_ns,
                        const timer_limits& limits) {
  if (work.prepare || !options.may_repeat || run_ns <= 0) return 1;
  const double repeats = floors_in_a_sample * limits.floor_ns / run_ns;
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(repeats)), 1, max_repeats);
}

observation sample(execution_timer& timer, const timed_work& work,
                   const measuring_options& options) {
  observation seen;
  const timer_limits limits = timer.limits();
  seen.timer_floor_ns = limits.floor_ns;
  seen.timer_tick_ns = limits.tick_ns;
  sampling_run run(timer, work, options, seen);
  seen.before = timer.state();
  timer.forget();
  run.warm_up_and_plan();
  run.take_all();
  seen.after = timer.state();
  return seen;
}

}  // namespace warpmark::sampling
