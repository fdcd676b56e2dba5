#include "bench/sampling/sampler.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "bench/sampling/throttle_reasons.hpp"
#include "bench/sampling/warm_up.hpp"
#include "bench/statistics/autocorrelation.hpp"
#include "bench/statistics/median_stopping.hpp"
#include "tests/sampling/simulated_timer.hpp"

namespace warpmark::sampling {
namespace {

const timed_work nothing{[] {}, {}};

// Even and odd samples `percent` apart: no number of them makes the median precise.
std::function<double(std::size_t)> two_states(double percent) {
  return [=](std::size_t i) { return i % 2 == 0 ? 10'000.0 : 10'000.0 * (1 + percent / 100); };
}

TEST(sampler, steady_work_stops_at_the_look_after_the_first_precise_one) {
  simulated_timer timer;
  const auto seen = sample(timer, nothing, {});
  EXPECT_EQ(seen.stop_reason, stop_reason::precision);
  EXPECT_EQ(seen.samples_ns.size(), 25u);
  ASSERT_TRUE(seen.median_interval);
  EXPECT_EQ(seen.median_interval->lo, 10'000);
  EXPECT_EQ(seen.median_interval->hi, 10'000);
  EXPECT_EQ(seen.median_interval->confidence, 0.95);
}

TEST(sampler, what_is_surely_slower_than_the_time_to_beat_is_given_up) {
  simulated_timer timer;  // 10 us
  const auto seen = sample(timer, nothing, {.time_to_beat_ns = 9'000});
  EXPECT_EQ(seen.stop_reason, stop_reason::beaten);
  EXPECT_EQ(seen.warm_up->runs, 9u);
  EXPECT_EQ(seen.samples_ns.size(), 4u);
  EXPECT_EQ(sample(timer, nothing, {.time_to_beat_ns = 11'000}).stop_reason,
            stop_reason::precision);
}

TEST(sampler, what_misses_the_time_to_beat_by_far_is_given_up_in_its_warm_up) {
  simulated_timer timer;  // 10 us
  const auto seen = sample(timer, nothing, {.time_to_beat_ns = 6'000});
  EXPECT_EQ(seen.stop_reason, stop_reason::beaten);
  EXPECT_EQ(seen.samples_ns, std::vector<double>(4, 10'000));
  EXPECT_EQ(seen.warm_up->runs, 5u);
  EXPECT_NEAR(seen.busy_ns, 5 * 10'000, 1);
}

TEST(sampler, a_warm_up_that_is_faster_at_times_leaves_it_to_samples) {
  simulated_timer timer;
  timer.execution_ns = [](std::size_t i) { return i == 8 ? 8'000.0 : 10'000.0; };
  const auto seen = sample(timer, nothing, {.time_to_beat_ns = 9'000});
  EXPECT_EQ(seen.stop_reason, stop_reason::beaten);
  EXPECT_EQ(seen.samples_ns.size(), 5u);
}

TEST(sampler, a_slow_start_alone_is_no_miss) {
  simulated_timer timer;
  timer.execution_ns = [](std::size_t i) { return i < 4 ? 40'000.0 : 10'000.0; };
  EXPECT_EQ(sample(timer, nothing, {.time_to_beat_ns = 11'000}).stop_reason,
            stop_reason::precision);
}

TEST(sampler, one_sample_below_the_time_to_beat_asks_for_an_interval) {
  simulated_timer timer;
  timer.execution_ns = [](std::size_t i) { return i % 4 == 0 ? 10'000.0 : 12'000.0; };
  const auto seen = sample(timer, nothing, {.time_to_beat_ns = 11'000});
  EXPECT_EQ(seen.stop_reason, stop_reason::beaten);
  EXPECT_GT(seen.samples_ns.size(), 5u);
  EXPECT_GT(seen.median_interval->lo, 11'000);
}

TEST(sampler, an_interval_on_both_sides_of_the_time_to_beat_decides_nothing) {
  simulated_timer timer;
  timer.execution_ns = two_states(20);  // 10 and 12 us
  const auto seen = sample(timer, nothing, {.time_to_beat_ns = 11'000});
  EXPECT_EQ(seen.stop_reason, stop_reason::max_samples);
  EXPECT_LT(seen.median_interval->lo, 11'000);
  EXPECT_GT(seen.median_interval->hi, 11'000);
}

TEST(sampler, all_executions_are_accounted_for) {
  simulated_timer timer;
  const auto seen = sample(timer, nothing, {});
  EXPECT_NEAR(seen.busy_ns,
              10'000 * static_cast<double>(seen.samples_ns.size() + seen.warm_up->runs), 1);
}

TEST(sampler, work_is_prepared_before_each_execution) {
  simulated_timer timer;
  int prepared = 0, run = 0;
  const auto seen = sample(timer,
                           {[&] {
                              ++run;
                              EXPECT_EQ(prepared, run);
                            },
                            [&] { ++prepared; }},
                           {});
  EXPECT_EQ(static_cast<std::size_t>(run), seen.samples_ns.size() + seen.warm_up->runs);
}

TEST(sampler, a_long_time_to_get_steady_is_warmed_up) {
  simulated_timer timer;
  timer.execution_ns = [](std::size_t i) {
    return 10'000 * (1 + std::exp(-static_cast<double>(i) / 8));
  };
  const auto seen = sample(timer, nothing, {});
  ASSERT_TRUE(seen.warm_up);
  EXPECT_TRUE(seen.warm_up->steady);
  EXPECT_GT(seen.warm_up->runs, 40u);
  for (const double sample_ns : seen.samples_ns) EXPECT_NEAR(sample_ns, 10'000, 20);
}

TEST(sampler, a_trend_without_end_is_reported) {
  simulated_timer timer;
  timer.max_requests = 1'000;
  timer.sample_s = 200e-6;
  timer.execution_ns = [](std::size_t i) { return 10'000 * (1 + 0.01 * static_cast<double>(i)); };
  const auto seen = sample(timer, nothing, {.max_seconds = 0.1});
  EXPECT_FALSE(seen.warm_up->steady);
  EXPECT_GT(seen.warm_up->drift, 0.1);
}

TEST(sampler, the_warm_up_ends_with_its_time) {
  simulated_timer timer;
  timer.sample_s = 1;
  timer.execution_ns = [](std::size_t i) { return 10'000 * (1 + 0.01 * static_cast<double>(i)); };
  EXPECT_EQ(warm_up(timer, nothing, 30).runs, 30u);
}

TEST(sampler, the_newer_half_of_the_warm_up_says_how_long_a_run_takes) {
  simulated_timer timer;
  timer.sample_s = 1;
  timer.execution_ns = [](std::size_t i) { return i < 3 ? 40'000.0 : 10'000.0; };
  const auto seen = warm_up(timer, nothing, 4.5);
  EXPECT_EQ(seen.runs, 5u);
  EXPECT_EQ(seen.run_ns, 10'000);
}

TEST(sampler, only_the_first_run_is_not_held) {
  simulated_timer timer;
  sample(timer, nothing, {});
  EXPECT_FALSE(timer.requests.front().held);
  for (std::size_t i = 1; i < timer.requests.size(); ++i) EXPECT_TRUE(timer.requests[i].held);
}

TEST(sampler, work_of_too_many_operations_is_never_held) {
  simulated_timer timer;
  timer.operations = timer.max_held + 1;
  sample(timer, nothing, {});
  for (const auto& request : timer.requests) EXPECT_FALSE(request.held);
}

TEST(sampler, imprecise_work_ends_with_its_time) {
  simulated_timer timer;
  timer.sample_s = 100e-6;
  timer.execution_ns = two_states(30);
  const auto seen = sample(timer, nothing, {.max_seconds = 0.05});
  EXPECT_EQ(seen.stop_reason, stop_reason::budget);
  ASSERT_TRUE(seen.median_interval);
  EXPECT_GT(seen.median_interval->half_width(), 0.01 * 10'000);
}

TEST(sampler, imprecise_work_ends_with_the_most_samples) {
  simulated_timer timer;
  timer.execution_ns = two_states(30);
  const auto seen = sample(timer, nothing, {.max_seconds = 60, .max_samples = 77});
  EXPECT_EQ(seen.stop_reason, stop_reason::max_samples);
  EXPECT_EQ(seen.samples_ns.size(), 77u);
}

// The interval and the number of independent samples are those of all samples.
void expect_interval_of_all(const observation& seen) {
  const auto& samples_ns = seen.samples_ns;
  const double effective = statistics::effective_sample_size(samples_ns);
  EXPECT_EQ(seen.effective_samples, effective);
  const auto of_all = statistics::median_stopping_rule().look(samples_ns, effective);
  ASSERT_TRUE(seen.median_interval);
  EXPECT_EQ(seen.median_interval->lo, of_all.lo);
  EXPECT_EQ(seen.median_interval->hi, of_all.hi);
}

// Steady for the warm-up (9 runs), then rising: every sample moves the median.
double rising_ns(std::size_t i) {
  return i < 9 ? 10'000.0 : 10'000.0 + 100.0 * static_cast<double>(i);
}

TEST(sampler, the_interval_is_that_of_all_samples_where_their_number_ends_it) {
  // Looks are at 20, 25, 32, 40, ... samples: most of these end between two looks.
  for (const std::size_t most : {2, 5, 19, 20, 21, 24, 25, 31, 32, 39, 77}) {
    simulated_timer timer;
    timer.execution_ns = rising_ns;
    const auto seen = sample(timer, nothing, {.max_samples = most});
    EXPECT_EQ(seen.stop_reason, stop_reason::max_samples);
    EXPECT_EQ(seen.samples_ns.size(), most);
    expect_interval_of_all(seen);
  }
}

TEST(sampler, the_interval_is_that_of_all_samples_where_time_ends_it) {
  for (const int samples : {3, 7, 23, 28, 36, 77}) {
    simulated_timer timer;
    timer.execution_ns = rising_ns;
    timer.sample_s = 1;
    const auto seen = sample(timer, nothing, {.max_seconds = samples - 0.5, .warm_up = false});
    EXPECT_EQ(seen.stop_reason, stop_reason::budget);
    EXPECT_EQ(seen.samples_ns.size(), static_cast<std::size_t>(samples));
    expect_interval_of_all(seen);
  }
}

TEST(sampler, the_interval_is_that_of_all_samples_where_they_lost) {
  simulated_timer timer;
  timer.execution_ns = [](std::size_t i) { return i == 8 ? 8'000.0 : 10'000.0; };
  const auto seen = sample(timer, nothing, {.time_to_beat_ns = 9'000});
  EXPECT_EQ(seen.stop_reason, stop_reason::beaten);
  expect_interval_of_all(seen);
}

TEST(sampler, precision_is_the_reason_also_at_the_last_sample) {
  simulated_timer timer;
  EXPECT_EQ(sample(timer, nothing, {.max_samples = 25}).stop_reason, stop_reason::precision);
  EXPECT_EQ(sample(timer, nothing, {.max_samples = 24}).stop_reason, stop_reason::max_samples);
}

TEST(sampler, the_warm_up_takes_a_quarter_of_the_time_at_most) {
  simulated_timer timer;
  timer.max_requests = 1'000;
  timer.sample_s = 1;
  timer.execution_ns = [](std::size_t i) { return 10'000 * (1 + 0.01 * static_cast<double>(i)); };
  const auto seen = sample(timer, nothing, {.max_seconds = 400});
  EXPECT_FALSE(seen.warm_up->steady);
  EXPECT_GE(seen.warm_up->runs, 100u);
  EXPECT_LE(seen.warm_up->runs, 104u) << "it ends at a multiple of four";
  EXPECT_EQ(seen.samples_ns.size(), 401u);
  EXPECT_EQ(seen.stop_reason, stop_reason::budget);
}

TEST(sampler, samples_are_watched_now_and_then) {
  simulated_timer timer;
  timer.sample_s = 0.005;
  timer.execution_ns = two_states(30);
  const auto seen = sample(timer, nothing, {.max_seconds = 1});
  std::size_t watched = 0;
  for (const auto& request : timer.requests) watched += request.watched ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(watched),
              static_cast<double>(seen.samples_ns.size()) * timer.sample_s / 0.02, 12);
  EXPECT_TRUE(timer.requests[seen.warm_up->runs].watched) << "the first sample";
}

TEST(sampler, the_interval_is_that_of_all_samples_wherever_it_ends) {
  simulated_timer timer;
  timer.execution_ns = two_states(30);
  const auto seen = sample(timer, nothing, {.max_seconds = 60, .max_samples = 77});
  EXPECT_EQ(seen.effective_samples, 77);
}

TEST(sampler, what_may_be_faster_than_the_time_to_beat_is_not_given_up) {
  simulated_timer timer;
  timer.execution_ns = two_states(30);
  const auto seen =
      sample(timer, nothing, {.max_seconds = 60, .max_samples = 77, .time_to_beat_ns = 11'000});
  ASSERT_TRUE(seen.median_interval->contains(11'000));
  EXPECT_EQ(seen.stop_reason, stop_reason::max_samples);
}

TEST(sampler, slow_work_takes_three_samples) {
  simulated_timer timer;
  timer.sample_s = 60e-3;
  timer.execution_ns = [](std::size_t) { return 60e6; };
  const auto seen = sample(timer, nothing, {.max_seconds = 0.001});
  EXPECT_EQ(seen.stop_reason, stop_reason::budget);
  EXPECT_EQ(seen.samples_ns.size(), 3u);
}

TEST(sampler, one_slow_run_is_warm_up_enough) {
  simulated_timer timer;
  timer.execution_ns = [](std::size_t) { return 60e6; };
  const auto seen = sample(timer, nothing, {});
  EXPECT_EQ(seen.warm_up->runs, 2u);
  EXPECT_TRUE(seen.warm_up->steady);
}

TEST(sampler, one_sample_without_warm_up) {
  simulated_timer timer;
  const auto seen = sample(timer, nothing, {.max_samples = 1, .warm_up = false});
  EXPECT_EQ(timer.requests.size(), 1u);
  EXPECT_EQ(seen.samples_ns.size(), 1u);
  EXPECT_FALSE(seen.warm_up);
}

TEST(sampler, short_work_is_repeated_where_it_may_be) {
  simulated_timer timer;
  timer.synthetic_limits = {.floor_ns = 1280, .tick_ns = 32};
  const auto alone = sample(timer, nothing, {});
  EXPECT_EQ(alone.repeats, 1u);
  const auto several = sample(timer, nothing, {.may_repeat = true});
  EXPECT_EQ(several.repeats, 3u);  // 20 * 1280 / 10000
  EXPECT_NEAR(several.samples_ns.front(), 10'000, 1e-6);
  const auto restored = sample(timer, {[] {}, [] {}}, {.may_repeat = true});
  EXPECT_EQ(restored.repeats, 1u) << "what must be prepared before each execution";
}

TEST(sampler, samples_on_a_throttled_card_are_dropped_and_counted) {
  simulated_timer timer;
  std::size_t bad = 0;
  timer.execution_ns = [&](std::size_t) { return bad < 3 ? 20'000.0 : 10'000.0; };
  timer.seen_during = [&](std::size_t) {
    return machine_state{.throttle_reasons = bad++ < 3 ? throttle::hardware_thermal : 0};
  };
  const auto seen = sample(timer, nothing, {});
  EXPECT_EQ(seen.dropped, 3u);
  EXPECT_EQ(seen.stop_reason, stop_reason::precision);
  for (const double sample_ns : seen.samples_ns) EXPECT_EQ(sample_ns, 10'000);
}

TEST(sampler, throttling_that_begins_later_is_seen) {
  simulated_timer timer;
  timer.sample_s = 1e-3;
  timer.execution_ns = two_states(30);
  timer.seen_during = [](std::size_t number) {
    return machine_state{.throttle_reasons = number > 100 ? throttle::hardware_thermal : 0};
  };
  EXPECT_GT(sample(timer, nothing, {.max_seconds = 0.2}).dropped, 0u);
}

TEST(sampler, throttling_and_clocks_of_every_look_are_kept) {
  simulated_timer timer;
  timer.sample_s = 2e-3;
  timer.execution_ns = two_states(30);
  timer.seen_during = [](std::size_t number) {
    machine_state now{.sm_clock_hz = 1'980'000'000, .throttle_reasons = 0};
    if (number > 40 && number < 60) {
      now.throttle_reasons = throttle::software_power_cap;
      now.sm_clock_hz = 1'700'000'000;
    }
    return now;
  };
  const auto seen = sample(timer, nothing, {.max_seconds = 0.4});
  EXPECT_EQ(seen.during->throttle_reasons, throttle::software_power_cap);
  EXPECT_EQ(seen.during->sm_clock_hz, 1'980'000'000u) << "the last one";
  EXPECT_EQ(seen.sm_clocks->min_hz, 1'700'000'000u);
  EXPECT_EQ(seen.sm_clocks->max_hz, 1'980'000'000u);
}

TEST(sampler, work_that_takes_as_long_to_enqueue_is_bound_by_the_host) {
  const auto bound = [](double enqueue_ns, std::size_t every) {
    simulated_timer timer;
    timer.enqueue_ns = [=](std::size_t i) { return i % every == 0 ? enqueue_ns : 0.0; };
    return sample(timer, nothing, {}).host_bound;
  };
  EXPECT_FALSE(bound(7'900, 1));
  EXPECT_TRUE(bound(8'100, 1));
  EXPECT_TRUE(bound(8'100, 8));
  EXPECT_FALSE(bound(8'100, 20)) << "too few to move the median";
}

TEST(sampler, a_power_cap_drops_nothing) {
  simulated_timer timer;
  timer.seen_during = [](std::size_t) {
    return machine_state{.throttle_reasons = throttle::software_power_cap};
  };
  const auto seen = sample(timer, nothing, {});
  EXPECT_EQ(seen.dropped, 0u);
  ASSERT_TRUE(seen.during);
  EXPECT_EQ(seen.during->throttle_reasons, throttle::software_power_cap);
}

TEST(sampler, a_card_that_stays_hot_ends_with_the_budget) {
  simulated_timer timer;
  timer.seen_during = [](std::size_t) {
    return machine_state{.throttle_reasons = throttle::software_thermal};
  };
  const auto seen = sample(timer, nothing, {.max_seconds = 0.12});
  EXPECT_EQ(seen.stop_reason, stop_reason::budget);
  EXPECT_TRUE(seen.samples_ns.empty());
  EXPECT_GE(seen.dropped, 3u);
  EXPECT_NE(seen.why_no_samples().find("throttled (thermal slowdown by software) during each of"),
            std::string::npos)
      << seen.why_no_samples();
}

TEST(sampler, without_warm_up_nothing_is_dropped) {
  simulated_timer timer;
  timer.seen_during = [](std::size_t) {
    return machine_state{.throttle_reasons = throttle::hardware_slowdown};
  };
  const auto seen = sample(timer, nothing, {.max_samples = 1, .warm_up = false});
  EXPECT_EQ(seen.samples_ns.size(), 1u);
  EXPECT_EQ(seen.dropped, 0u);
  EXPECT_EQ(seen.during->throttle_reasons, throttle::hardware_slowdown);
}

TEST(sampler, the_median_lies_between_ticks) {
  simulated_timer timer;
  timer.synthetic_limits.tick_ns = 32;
  timer.execution_ns = [](std::size_t i) { return i % 4 == 0 ? 3232.0 : 3200.0; };
  const auto seen = sample(timer, nothing, {.precision = 0.002});
  EXPECT_NEAR(*seen.median_ns(), 3200 + 32.0 * (0.5 / 0.75 - 0.5), 2);
  EXPECT_TRUE(seen.median_interval->contains(*seen.median_ns()));
  EXPECT_GT(seen.median_interval->half_width(), 0);
}

}  // namespace
}  // namespace warpmark::sampling
