#include "ci/gate/decision/cause.hpp"

#include <gtest/gtest.h>

#include "tests/gate/decision/hand_made.hpp"

namespace warpmark::gate {
namespace {

constexpr double clock_hz = 1.98e9;

struct machine {
  double head_clock = 1;  // Relative to the base's.
  double kelvin = 0;      // The head's temperature above the base's.
  double head_power = 1;
};

std::string cause_with(double slowdown, const machine& machine) {
  made_record made;
  timed_point& point = made.add("reduce/tree[n=1]", slowdown);
  for (round_pair& pair : point.rounds) {
    pair.base.clock_hz = clock_hz;
    pair.head.clock_hz = clock_hz * machine.head_clock;
    pair.base.temperature_c = 50;
    pair.head.temperature_c = 50 + machine.kelvin;
    pair.base.power_w = 400;
    pair.head.power_w = 400 * machine.head_power;
  }
  made.add_calibrators();
  return made.only().effect->cause;
}

TEST(cause, splits_time_into_cycles_and_clock) {
  EXPECT_EQ(cause_with(0.05, {}), "more cycles");
  EXPECT_EQ(cause_with(-0.05, {}), "fewer cycles");
  EXPECT_EQ(cause_with(0.02, {.head_clock = 1 / 1.019}), "lower clock");
  EXPECT_EQ(cause_with(-0.02, {.head_clock = 1.019}), "higher clock");
  EXPECT_EQ(cause_with(0.05, {.head_clock = 1 / 1.01}), "more cycles");
}

TEST(cause, a_clock_that_fell_in_another_environment_is_the_environments) {
  EXPECT_EQ(cause_with(0.02, {.head_clock = 1 / 1.019, .kelvin = 5}), "environment");
  EXPECT_EQ(cause_with(0.02, {.head_clock = 1 / 1.019, .head_power = 1.2}), "environment");
  EXPECT_EQ(cause_with(0.05, {.kelvin = 5}), "more cycles");
}

TEST(cause, no_clocks_no_cause) {
  made_record made;
  made.add("reduce/tree[n=1]", 0.05);
  made.add_calibrators();
  EXPECT_EQ(made.only().effect->cause, "");
}

TEST(cause, the_same_time_more_at_every_size_is_launch_overhead) {
  const auto causes = [](double second_change_ns) {
    made_record made;
    made.add("reduce/tree[n=1]", 300.0 / 5e3, true, point_role::candidate, 5e3);
    made.add("reduce/tree[n=9]", second_change_ns / 15e3, true, point_role::candidate, 15e3);
    made.add("scan/tree[n=1]", 300.0 / 5e3, true, point_role::candidate, 5e3);
    made.add_calibrators();
    std::vector<std::string> all;
    for (const gate_finding& finding : made.decided().findings) {
      EXPECT_EQ(finding.outcome, verdict::regression) << finding.reason;
      all.push_back(finding.effect->cause);
    }
    return all;
  };
  const std::string overhead = "launch overhead";
  EXPECT_EQ(causes(310), (std::vector<std::string>{overhead, overhead, ""}));
  EXPECT_EQ(causes(900), (std::vector<std::string>{"", "", ""})) << "grows with the size";
}

}  // namespace
}  // namespace warpmark::gate
