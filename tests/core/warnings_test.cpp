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

TEST(warnings, of_the_samples) {
  auto one = sound();
  for (std::size_t i = 0; i < 20; ++i) one.seen.samples_ns[i] += 2'000;
  EXPECT_EQ(of(one), names{warning::bimodal});
  one = sound();
  one.seen.samples_ns.resize(5);
  EXPECT_EQ(of(one), names{warning::too_few_samples});
  one = sound();
  one.seen.stop_reason = stop_reason::budget;
  EXPECT_EQ(of(one), names{warning::not_precise});
  one = sound();
  one.seen.warm_up->steady = false;
  EXPECT_EQ(of(one), names{warning::not_steady});
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

TEST(warnings, of_a_clock_that_was_another_at_any_of_the_three_times) {
  constexpr std::uint64_t usual_hz = 1'980'000'000, other_hz = 1'900'000'000;
  for (auto state : {&observation::before, &observation::after}) {
    auto one = sound();
    (one.seen.*state).sm_clock_hz = other_hz;
    EXPECT_EQ(of(one), names{warning::clocks_not_locked});
    one.seen.during = machine_state{.sm_clock_hz = usual_hz};
    EXPECT_EQ(of(one), names{warning::clocks_not_locked});
  }
  auto one = sound();
  one.seen.before.sm_clock_hz = one.seen.after.sm_clock_hz = other_hz;
  one.seen.during = machine_state{.sm_clock_hz = usual_hz};
  EXPECT_EQ(of(one), names{warning::clocks_not_locked}) << "one that rose";
}

TEST(warnings, of_a_clock_that_moved_by_more_than_a_hundredth_of_the_highest) {
  auto one = sound();
  one.seen.before.sm_clock_hz = 2'000'000'000;
  one.seen.after.sm_clock_hz = 1'980'000'000;
  EXPECT_EQ(of(one), names{});
  one.seen.after.sm_clock_hz = 1'979'999'999;
  EXPECT_EQ(of(one), names{warning::clocks_not_locked});
}

TEST(warnings, none_of_clocks_that_were_not_read) {
  auto one = sound();
  one.seen.before.sm_clock_hz.reset();
  EXPECT_EQ(of(one), names{});
  one.seen.after.sm_clock_hz.reset();
  EXPECT_EQ(of(one), names{});
  one.seen.during = machine_state{.sm_clock_hz = 1'900'000'000};
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
  auto one = sound();
  for (std::size_t i = 0; i < 20; ++i) one.seen.samples_ns[i] += 2'000;
  one.seen.timer_tick_ns = 1'000;
  EXPECT_EQ(of(one), names{warning::timer_too_coarse});
}

TEST(warnings, of_samples_that_ended_for_no_stated_reason) {
  auto one = sound();
  one.seen.stop_reason.reset();
  one.seen.warm_up.reset();  // None was asked for, so none failed.
  EXPECT_EQ(of(one), names{warning::not_precise});
}

TEST(warnings, in_alphabetical_order) {
  auto one = sound();
  one.seen.stop_reason = stop_reason::max_samples;
  one.seen.after.other_processes = 1;
  for (std::size_t i = 0; i < 20; ++i) one.seen.samples_ns[i] += 2'000;
  EXPECT_EQ(of(one), (names{warning::bimodal, warning::not_precise, warning::other_process}));
}

}  // namespace
}  // namespace warpmark
