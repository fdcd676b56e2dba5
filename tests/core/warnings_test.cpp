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

TEST(warnings, in_alphabetical_order) {
  auto one = sound();
  one.seen.stop_reason = stop_reason::max_samples;
  one.seen.after.other_processes = 1;
  for (std::size_t i = 0; i < 20; ++i) one.seen.samples_ns[i] += 2'000;
  EXPECT_EQ(of(one), (names{warning::bimodal, warning::not_precise, warning::other_process}));
}

}  // namespace
}  // namespace warpmark
