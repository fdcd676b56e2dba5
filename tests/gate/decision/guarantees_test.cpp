// The guarantees of gate_guarantees. With no alarm in 300 unchanged suites the 95 % bound is below
// 1 %; slow-downs use fewer suites than `warpmark selftest --thorough`.

#include <cmath>

#include <gtest/gtest.h>

#include "ci/gate/noise/self_test.hpp"
#include "ci/gate/trials/share_bounds.hpp"

namespace warpmark::gate {
namespace {

TEST(promises, are_kept) {
  const self_test_result result =
      self_test({.unchanged = 300, .slowed = 25, .bias_sessions = 500}, {}, 1);
  EXPECT_EQ(result.checks.size(), 4u * 2 + 3 + 1);
  for (const guarantee_check& check : result.checks) EXPECT_TRUE(check.kept) << check.text;
  for (const self_test_row& row : result.rows) {
    EXPECT_EQ(row.unchanged.equal_points, 300'000u);
    EXPECT_EQ(row.unchanged.false_alarms, 0u) << row.scenario;
    EXPECT_EQ(row.unchanged.false_improvements, 0u) << row.scenario;
    EXPECT_LT(upper_bound_of_share(row.unchanged.alarmed, row.unchanged.suites), 0.01);
    EXPECT_LE(row.unchanged.void_suites, 1u) << row.scenario;
    // The screen's level is 10 % at the margin, hence lower without a change.
    EXPECT_LT(row.unchanged.flagged_share(), 0.03) << row.scenario;
  }
}

TEST(promises, a_leaky_gate_is_found_out) {
  // Settings that make unchanged points alarm: no margin and no correction for multiple tests.
  gate_settings leaky;
  leaky.timing.min_effect = 0;
  leaky.timing.floor_ns = 0;
  leaky.timing.alpha = 0.9;
  const self_test_result result =
      self_test({.points = 300, .unchanged = 4, .slowed = 1, .bias_sessions = 50}, leaky, 1);
  EXPECT_FALSE(result.kept());
  EXPECT_FALSE(result.checks[0].kept) << result.checks[0].text;
}

TEST(share_bounds, are_clopper_and_pearsons) {
  EXPECT_NEAR(upper_bound_of_share(0, 300), 1 - std::pow(0.05, 1.0 / 300), 1e-9);
  EXPECT_NEAR(upper_bound_of_share(1, 20), 0.216106, 1e-5);
  EXPECT_EQ(upper_bound_of_share(20, 20), 1);
}

}  // namespace
}  // namespace warpmark::gate
