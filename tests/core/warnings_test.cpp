#include "bench/core/warnings.hpp"

#include <gtest/gtest.h>

#include "bench/sampling/throttle_reasons.hpp"

namespace warpmark {
namespace {

using names = std::vector<warning>;

// Nothing to warn of.
measurement sound() {
  measurement one;
  for (int i = 0; i < 40; ++i) one.seen.samples_ns.push_back(10'000 + 10 * (i % 5));
  one.times_ns = statistics::summarise(one.seen.samples_ns);
  one.seen.stop_reason = stop_reason::precision;
  one.seen.timer_tick_ns = 32;
  one.seen.warm_up = warm_up_summary{.runs = 9, .steady = true};
  one.seen.before.sm_clock_hz = one.seen.after.sm_clock_hz = 1'980'000'000;
  one.seen.before.throttle_reasons = one.seen.after.throttle_reasons = 0;
  one.seen.before.other_processes = one.seen.after.other_processes = 0;
  return one;
}

names of(const measurement& one) { return warnings_of(one, 0.01, 3'000); }

TEST(warnings, none_of_a_sound_measurement) { EXPECT_EQ(of(sound()), names{}); }

TEST(warnings, none_without_times) {
  measurement one;
  one.seen.stop_reason = stop_reason::budget;
  EXPECT_EQ(of(one), names{});
}

// Bursts in a state that is slower: 12 of 40 samples, in two runs.
measurement in_two_states(double slower_ns) {
  auto one = sound();
  for (std::size_t i = 0; i < one.seen.samples_ns.size(); ++i)
    if (i / 6 % 3 == 1) one.seen.samples_ns[i] += slower_ns;
  one.seen.median_interval = statistics::interval{10'010, 10'030, 0.95};
  return one;
}

TEST(warnings, of_the_samples) {
  EXPECT_EQ(of(in_two_states(2'000)), names{warning::bimodal});
  auto one = sound();
  one.seen.samples_ns.resize(5);
  EXPECT_EQ(of(one), names{warning::too_few_samples});
  one = sound();
  one.seen.stop_reason = stop_reason::budget;
  one.seen.median_interval = statistics::interval{9'800, 10'200, 0.95};
  EXPECT_EQ(of(one), names{warning::not_precise});
  one = sound();
  for (std::size_t i = 0; i < 40; ++i) one.seen.samples_ns[i] += 20 * static_cast<double>(i);
  EXPECT_EQ(of(one), names{warning::not_steady});
  one = sound();
  one.seen.host_bound = true;
  EXPECT_EQ(of(one), names{warning::not_held});
}

TEST(warnings, of_one_change_once) {
  for (const std::size_t from : {6, 12, 20, 34}) {
    auto one = sound();
    for (std::size_t i = from; i < 40; ++i) one.seen.samples_ns[i] += 500;
    EXPECT_EQ(of(one), names{warning::not_steady}) << from;
    EXPECT_EQ(warnings_of(one, 0.06, 3'000), names{}) << "within the precision, " << from;
  }
}

TEST(warnings, none_of_two_states_in_random_order) {
  auto one = in_two_states(0);
  for (std::size_t i = 0; i < 40; ++i)
    if (i * 7 % 40 < 12) one.seen.samples_ns[i] += 2'000;
  EXPECT_EQ(of(one), names{}) << "placements in memory: the interval covers the mixture";
}

TEST(warnings, none_of_two_states_within_the_precision_or_the_interval) {
  auto one = in_two_states(300);
  EXPECT_EQ(of(one), names{warning::bimodal});
  EXPECT_EQ(warnings_of(one, 0.04, 3'000), names{}) << "closer than requested";
  one.seen.median_interval = statistics::interval{10'010, 10'330, 0.95};
  EXPECT_EQ(of(one), names{}) << "the interval says that the median may be in either";
}

TEST(warnings, none_of_an_interval_that_is_a_little_wider_than_requested) {
  auto one = sound();
  one.seen.stop_reason = stop_reason::max_samples;
  one.seen.median_interval = statistics::interval{9'870, 10'150, 0.95};
  EXPECT_EQ(of(one), names{});
  one.seen.median_interval = statistics::interval{9'870, 10'180, 0.95};
  EXPECT_EQ(of(one), names{warning::not_precise});
  one.seen.stop_reason = stop_reason::precision;
  EXPECT_EQ(of(one), names{}) << "it was narrow enough at the look before";
  one.seen.stop_reason = stop_reason::budget;
  one.seen.samples_ns.resize(5);
  EXPECT_EQ(of(one), names{warning::too_few_samples}) << "one reason is enough";
}

TEST(warnings, of_a_warm_up_with_a_trend_only_where_samples_cannot_tell) {
  auto one = sound();
  one.seen.warm_up = warm_up_summary{.runs = 9, .steady = false, .drift = -0.05};
  EXPECT_EQ(of(one), names{}) << "the samples have none";
  one.seen.samples_ns.resize(20);
  EXPECT_EQ(of(one), names{warning::not_steady});
  one.seen.warm_up->drift = 0.009;
  EXPECT_EQ(of(one), names{}) << "less than the precision";
}

TEST(warnings, none_of_a_trend_within_the_precision) {
  auto one = sound();
  for (std::size_t i = 0; i < 40; ++i) one.seen.samples_ns[i] += 4 * static_cast<double>(i);
  EXPECT_EQ(of(one), names{});
  EXPECT_EQ(warnings_of(one, 0.005, 3'000), names{warning::not_steady});
}

TEST(warnings, of_errors_of_memory) {
  for (const auto counter : {&machine_state::ecc_corrected, &machine_state::ecc_uncorrected}) {
    auto one = sound();
    one.seen.before.*counter = 7;
    one.seen.after.*counter = 7;
    EXPECT_EQ(of(one), names{}) << "of earlier work";
    one.seen.after.*counter = 8;
    EXPECT_EQ(of(one), names{warning::ecc_errors});
    (one.seen.before.*counter).reset();
    EXPECT_EQ(of(one), names{}) << "not known from when";
  }
}

TEST(warnings, of_the_clock) {
  auto one = sound();
  one.seen.timer_tick_ns = 101;
  EXPECT_EQ(of(one), names{warning::timer_too_coarse});
  EXPECT_EQ(warnings_of(sound(), 0.01, 5'100), names{warning::near_launch_floor});
}

TEST(warnings, of_the_machine) {
  auto one = sound();
  one.seen.during = machine_state{.sm_clock_hz = 1'900'000'000};
  EXPECT_EQ(of(one), names{warning::clocks_not_locked});
  one = sound();
  one.seen.during = machine_state{.throttle_reasons = sampling::throttle::software_power_cap};
  EXPECT_EQ(of(one), names{warning::power_throttle});
  one = sound();
  one.seen.after.throttle_reasons = sampling::throttle::hardware_thermal;
  EXPECT_EQ(of(one), names{warning::thermal_throttle});
  one = sound();
  one.seen.after.other_processes = 1;
  EXPECT_EQ(of(one), names{warning::other_process});
}

constexpr std::uint64_t usual_hz = 1'980'000'000, other_hz = 1'900'000'000;

TEST(warnings, of_a_clock_that_fell_under_load_or_moved_there) {
  auto one = sound();
  one.seen.after.sm_clock_hz = other_hz;
  EXPECT_EQ(of(one), names{warning::clocks_not_locked});
  one = sound();
  one.seen.sm_clocks = clock_span{other_hz, usual_hz};
  EXPECT_EQ(of(one), names{warning::clocks_not_locked}) << "between two looks";
  one.seen.sm_clocks = clock_span{other_hz, other_hz};
  one.seen.after.sm_clock_hz = other_hz;
  EXPECT_EQ(of(one), names{warning::clocks_not_locked}) << "lower than before all the time";
}

TEST(warnings, none_of_a_clock_that_rose_from_idle) {
  auto one = sound();
  one.seen.before.sm_clock_hz = 345'000'000;
  EXPECT_EQ(of(one), names{});
  one.seen.sm_clocks = clock_span{usual_hz, usual_hz};
  EXPECT_EQ(of(one), names{});
}

TEST(warnings, of_a_clock_that_moved_by_more_than_the_precision) {
  auto one = sound();
  one.seen.before.sm_clock_hz = 2'000'000'000;
  one.seen.after.sm_clock_hz = 1'980'000'000;
  EXPECT_EQ(of(one), names{});
  one.seen.after.sm_clock_hz = 1'979'999'999;
  EXPECT_EQ(of(one), names{warning::clocks_not_locked});
  EXPECT_EQ(warnings_of(one, 0.02, 3'000), names{}) << "times change by no more than the clock";
}

TEST(warnings, none_of_clocks_that_were_not_read) {
  auto one = sound();
  one.seen.before.sm_clock_hz.reset();
  EXPECT_EQ(of(one), names{});
  one.seen.after.sm_clock_hz.reset();
  EXPECT_EQ(of(one), names{});
  one.seen.sm_clocks = clock_span{other_hz, other_hz};
  EXPECT_EQ(of(one), names{}) << "one reading alone moved from nothing";
}

TEST(warnings, of_throttling_at_any_of_the_three_times) {
  namespace throttle = sampling::throttle;
  for (const auto& [reason, expected] : std::vector<std::pair<std::uint64_t, warning>>{
           {throttle::software_power_cap, warning::power_throttle},
           {throttle::power_brake, warning::power_throttle},
           {throttle::software_thermal, warning::thermal_throttle},
           {throttle::hardware_thermal, warning::thermal_throttle},
           {throttle::hardware_slowdown, warning::thermal_throttle}}) {
    auto one = sound();
    one.seen.before.throttle_reasons = reason;
    EXPECT_EQ(of(one), names{expected}) << reason;
    one = sound();
    one.seen.during = machine_state{.throttle_reasons = reason};
    EXPECT_EQ(of(one), names{expected}) << reason;
    one = sound();
    one.seen.after.throttle_reasons = reason;
    EXPECT_EQ(of(one), names{expected}) << reason;
  }
}

TEST(warnings, of_another_process_that_left_or_stayed) {
  auto one = sound();
  one.seen.before.other_processes = 1;
  EXPECT_EQ(of(one), names{warning::other_process});
  one.seen.after.other_processes = 1;
  EXPECT_EQ(of(one), names{warning::other_process});
}

TEST(warnings, begin_behind_their_limits) {
  auto one = sound();
  one.seen.samples_ns.resize(6);
  EXPECT_EQ(of(one), names{}) << "enough samples";
  one = sound();
  one.times_ns->median = 10'000;
  one.seen.timer_tick_ns = 100;
  EXPECT_EQ(of(one), names{}) << "a tick as long as the precision";
  EXPECT_EQ(warnings_of(one, 0.01, 5'000), names{}) << "twice the launch floor";
  EXPECT_EQ(warnings_of(one, 0.01, std::nullopt), names{});
}

TEST(warnings, of_two_modes_only_where_the_clock_tells_them_apart) {
  auto one = in_two_states(2'000);
  one.seen.timer_tick_ns = 1'000;
  EXPECT_EQ(of(one), names{warning::timer_too_coarse});
}

TEST(warnings, of_samples_without_an_interval) {
  auto one = sound();
  one.seen.stop_reason.reset();
  one.seen.warm_up.reset();  // None was asked for, so none failed.
  EXPECT_EQ(of(one), names{warning::not_precise});
}

TEST(warnings, in_alphabetical_order) {
  auto one = in_two_states(2'000);
  one.seen.stop_reason = stop_reason::max_samples;
  one.seen.median_interval = statistics::interval{9'000, 11'000, 0.95};
  one.seen.after.other_processes = 1;
  EXPECT_EQ(of(one), (names{warning::bimodal, warning::not_precise, warning::other_process}));
}

TEST(warnings, are_notes_where_they_are_no_doubt_about_the_measurement) {
  EXPECT_TRUE(is_note(warning::near_launch_floor));
  EXPECT_FALSE(is_note(warning::bimodal));
}

}  // namespace
}  // namespace warpmark
