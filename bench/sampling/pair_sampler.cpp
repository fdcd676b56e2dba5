#include "bench/sampling/pair_sampler.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/sampling/machine_watch.hpp"
#include "bench/sampling/sampler.hpp"
#include "bench/sampling/warm_up.hpp"

namespace warpmark::sampling {
namespace {

constexpr double share_for_each_warm_up = 0.25;  // of the time

void note(const timed_sample& taken, pair_side& pair_side) {
  if (!taken.during) return;
  if (taken.during->sm_clock_hz)
    pair_side.sm_clocks_hz.push_back(static_cast<double>(*taken.during->sm_clock_hz));
  pair_side.throttle_reasons |= taken.during->throttle_reasons.value_or(0);
}

// Samples the pairs of one point.
class pair_run {
 public:
  pair_run(execution_timer& timer, const timed_work& first, const timed_work& second,
           const pair_options& options, pair_observation& seen)
      : timer_(timer), works_{&first, &second}, options_(options), seen_(seen) {}

  void warm_up_both() {
    measuring_options measuring_options;
    measuring_options.may_repeat = options_.may_repeat;
    std::array<warm_up_report, 2> warm;
    for (const std::size_t side : order_of(0)) {
      const double max_seconds =
          options_.until_steady ? share_for_each_warm_up * options_.max_seconds : 0;
      warm[side] = warm_up(timer_, *works_[side], max_seconds);
      seen_.repeats = std::max(seen_.repeats, repeats_for(*works_[side], measuring_options,
                                                          warm[side].run_ns, seen_.limits));
    }
    const std::size_t operations = std::max(warm[0].operations, warm[1].operations);
    held_ = operations * seen_.repeats <= timer_.max_held_operations();
    // Both sides use one choice of launch slots. The leading side makes it; the sides alternate
    // between rounds.
    const std::size_t leading = order_of(0)[0];
    if (seen_.repeats == 1 && held_) timer_.settle(*works_[leading], warm[leading].run_ns);
  }

  void take_all() {
    if (options_.order == pair_order::blocked) return take_blocked();
    const double start_s = timer_.now_s();
    // A device that stays throttled yields no pairs, in bounded time.
    for (std::size_t tried = 0; tried < 3 * options_.pairs; ++tried) {
      if (seen_.first.samples_ns.size() >= options_.pairs) return;
      const double elapsed_s = timer_.now_s() - start_s;
      if (elapsed_s > options_.max_seconds && !seen_.first.samples_ns.empty()) return;
      take_pair(tried, elapsed_s);
    }
  }

 private:
  std::array<std::size_t, 2> order_of(std::size_t pair) const {
    const bool first_leads = options_.first_leads == (pair % 2 == 0);
    return first_leads ? std::array<std::size_t, 2>{0, 1} : std::array<std::size_t, 2>{1, 0};
  }

  // Drift appears as a difference here. No pair is dropped, since there are no pairs.
  void take_blocked() {
    for (const std::size_t side : order_of(0)) {
      pair_side& to = side == 0 ? seen_.first : seen_.second;
      for (std::size_t i = 0; i < options_.pairs; ++i) {
        options_.before_pair();
        const auto taken = timer_.take(*works_[side], {.repeats = seen_.repeats, .held = held_});
        to.samples_ns.push_back(taken.ns / static_cast<double>(seen_.repeats));
      }
    }
  }

  void take_pair(std::size_t number, double elapsed_s) {
    // Both samples of a pair are watched or neither, so that watching does not cause a difference.
    const bool watched = elapsed_s >= next_watch_s_;
    if (watched) next_watch_s_ = elapsed_s + watch_every_s;
    options_.before_pair();
    std::array<timed_sample, 2> taken;
    for (const std::size_t side : order_of(number))
      taken[side] =
          timer_.take(*works_[side], {.repeats = seen_.repeats, .held = held_, .watched = watched});
    note(taken[0], seen_.first);
    note(taken[1], seen_.second);
    if (spoilt(taken[0]) || spoilt(taken[1])) {
      ++seen_.dropped;
      next_watch_s_ = 0;  // The next one must be watched.
      timer_.wait(pause_when_throttled);
      return;
    }
    const auto repeats = static_cast<double>(seen_.repeats);
    seen_.first.samples_ns.push_back(taken[0].ns / repeats);
    seen_.second.samples_ns.push_back(taken[1].ns / repeats);
  }

  execution_timer& timer_;
  std::array<const timed_work*, 2> works_;
  const pair_options& options_;
  pair_observation& seen_;
  bool held_ = false;
  double next_watch_s_ = 0;
};

}  // namespace

pair_observation sample_pairs(execution_timer& timer, const timed_work& first,
                              const timed_work& second, const pair_options& options) {
  pair_observation seen;
  seen.limits = timer.limits();
  seen.before = timer.state();
  timer.forget();
  pair_run run(timer, first, second, options, seen);
  run.warm_up_both();
  run.take_all();
  seen.after = timer.state();
  return seen;
}

}  // namespace warpmark::sampling
