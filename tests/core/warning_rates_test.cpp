// How often a healthy point warns, and how often a planted fault is flagged; by simulation, every
// repeat with its own stream.

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "bench/core/warnings.hpp"
#include "bench/sampling/sampler.hpp"
#include "bench/sampling/throttle_reasons.hpp"
#include "tests/sampling/simulated_timer.hpp"
#include "tests/statistics/noise.hpp"

namespace warpmark {
namespace {

using sampling::simulated_timer;
using statistics::noise;
namespace throttle = sampling::throttle;

constexpr int repeats = 300;
constexpr double base_ns = 10'000;
constexpr std::uint64_t healthy_hz = 1'980'000'000;

machine_state healthy() {
  return {.sm_clock_hz = healthy_hz,
          .throttle_reasons = 0,
          .other_processes = 0,
          .ecc_corrected = 3,
          .ecc_uncorrected = 0};
}

// Changes a timer of a healthy card, whose execution_ns has noise of 1 %.
using fault = std::function<void(simulated_timer&, noise&)>;

std::vector<warning> warnings_with(std::uint64_t number, const fault& plant) {
  noise random(61, number);
  simulated_timer timer;
  timer.sample_s = 50e-6;
  timer.synthetic_limits = {.floor_ns = 1'000, .tick_ns = 32};
  timer.execution_ns = [&](std::size_t) { return base_ns * random.normal_time(0.01); };
  timer.seen_during = [](std::size_t) { return healthy(); };
  timer.seen_around = healthy;
  plant(timer, random);
  const auto exact = timer.execution_ns;
  timer.execution_ns = [&](std::size_t i) { return 32 * std::round(exact(i) / 32); };
  const timed_work work{[] {}, {}};
  measurement measured;
  measured.seen = sampling::sample(timer, work, {});
  if (measured.seen.samples_ns.empty()) return {warning::thermal_throttle};  // Then it is skipped.
  measured.times_ns = times_of(measured.seen);
  return warnings_of(measured, 0.01, 2'000);
}

// Percentage of points with any warning.
double flagged(const fault& plant) {
  int found = 0;
  for (int repeat = 0; repeat < repeats; ++repeat)
    found += !warnings_with(static_cast<std::uint64_t>(repeat), plant).empty();
  return 100.0 * found / repeats;
}

void nothing(simulated_timer&, noise&) {}

// Times of one execution by the number of the sample, with noise on top.
fault times(const std::function<double(std::size_t, noise&)>& factor) {
  return [=](simulated_timer& timer, noise& random) {
    timer.execution_ns = [&random, factor](std::size_t i) {
      return base_ns * factor(i, random) * random.normal_time(0.005);
    };
  };
}

TEST(warning_rates, a_healthy_point_warns_in_two_of_a_hundred_or_less) {
  EXPECT_LE(flagged(nothing), 2);
  EXPECT_LE(flagged(times([](std::size_t, noise& random) { return random.lognormal_time(0.03); })),
            2)
      << "noisier";
  EXPECT_LE(
      flagged(times([](std::size_t, noise& random) { return random.normal() > 0.5 ? 1.03 : 1.0; })),
      2)
      << "placements in memory, one of which is slower";
  EXPECT_LE(flagged(times([](std::size_t i, noise&) { return i % 2 == 0 ? 1.0 : 1.02; })), 2)
      << "odd and even samples";
  EXPECT_LE(
      flagged(times([](std::size_t, noise& random) { return random.normal() > 2 ? 1.4 : 1.0; })), 2)
      << "outliers";
}

TEST(warning_rates, of_a_clock_that_changes_in_the_middle_of_a_point) {
  for (const double slower : {1.03, 1.1, 1.5})
    for (const std::size_t from : {20, 24})
      EXPECT_GE(flagged(times([=](std::size_t i, noise&) { return i < from ? 1.0 : slower; })), 95)
          << slower << " from sample " << from;
}

TEST(warning_rates, of_a_clock_that_is_seen_to_change) {
  EXPECT_GE(flagged([](simulated_timer& timer, noise&) {
              int reads = 0;
              timer.seen_around = [reads]() mutable {
                auto state = healthy();
                if (reads++ > 0) *state.sm_clock_hz -= 45'000'000;
                return state;
              };
            }),
            95);
}

TEST(warning_rates, of_throttling_between_the_first_and_the_last_look) {
  for (const auto reason : {throttle::software_power_cap, throttle::software_thermal}) {
    const auto plant = [=](simulated_timer& timer, noise& random) {
      timer.sample_s = 2e-3;
      timer.execution_ns = [&random](std::size_t) { return base_ns * random.normal_time(0.05); };
      timer.seen_during = [=](std::size_t i) {
        auto state = healthy();
        if (i > 20 && i < 40) state.throttle_reasons = reason;
        return state;
      };
    };
    EXPECT_GE(flagged(plant), 95) << reason;
  }
}

TEST(warning_rates, of_a_second_tenant) {
  EXPECT_GE(flagged([](simulated_timer& timer, noise&) {
              timer.seen_around = [] {
                auto state = healthy();
                state.other_processes = 1;
                return state;
              };
            }),
            95);
  // One that NVML does not count: bursts in which samples take longer.
  EXPECT_GE(flagged(times([](std::size_t i, noise&) { return i / 12 % 3 == 2 ? 1.3 : 1.0; })), 95);
}

TEST(warning_rates, of_errors_of_memory) {
  EXPECT_GE(flagged([](simulated_timer& timer, noise&) {
              std::uint64_t reads = 0;
              timer.seen_around = [reads]() mutable {
                auto state = healthy();
                *state.ecc_corrected += reads++;
                return state;
              };
            }),
            95);
}

TEST(warning_rates, of_a_card_that_gets_slower) {
  EXPECT_GE(flagged([](simulated_timer& timer, noise& random) {
              timer.sample_s = 10e-3;  // The warm-up ends by time.
              timer.execution_ns = [&random](std::size_t i) {
                return base_ns * (1 + 0.004 * static_cast<double>(i)) * random.normal_time(0.005);
              };
            }),
            95);
}

}  // namespace
}  // namespace warpmark
