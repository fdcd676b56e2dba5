#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/philox.hpp"
#include "ci/gate/decision/family_trends.hpp"
#include "tests/gate/decision/hand_made.hpp"

namespace warpmark::gate {
namespace {

// Forty points of two families with independent scatter, and controls; none is beyond its margin.
made_record two_families(double slowdown_of_scan) {
  made_record made;
  statistics::random_stream random(5);
  for (std::size_t i = 0; i < 40; ++i) {
    const bool scan = i % 2 == 0;
    timed_point& point = made.add((scan ? "scan/a[n=" : "sort/b[n=") + std::to_string(i) + "]",
                                  scan ? slowdown_of_scan : 0, false);
    for (round_pair& pair : point.rounds) {
      pair.head.time_ns *= 1 + 0.004 * (random.uniform() - 0.5);
      pair.base_first = (i + pair.round) % 4 < 2;
    }
  }
  made.add_calibrators(20);
  return made;
}

std::string warnings_of(const made_record& made) {
  std::string all;
  for (const std::string& warning : made.decided().warnings) all += warning + "\n";
  return all;
}

TEST(suite_warnings, a_quiet_suite_has_none) { EXPECT_EQ(warnings_of(two_families(0)), ""); }

TEST(suite_warnings, a_small_shift_of_a_whole_family_is_seen) {
  const std::string warnings = warnings_of(two_families(0.005));
  EXPECT_NE(warnings.find("family scan: its 20 points"), std::string::npos) << warnings;
  EXPECT_EQ(warnings.find("family sort"), std::string::npos) << warnings;
  for (const gate_finding& finding : two_families(0.005).decided().findings)
    EXPECT_EQ(finding.outcome, verdict::pass) << finding.reason;
}

// Three points of a family that this many rounds show to be slower.
std::vector<std::string> trends(std::size_t points, std::size_t rounds, double slowdown,
                                const std::vector<bool>& left_out = std::vector<bool>(9, false)) {
  timing_record record;
  round_table table;
  for (std::size_t i = 0; i < points; ++i)
    record.points.push_back({.key = "scan/a[n=" + std::to_string(i) + "]", .family = "scan"});
  // No two rounds are equal, as a test over rounds needs.
  for (std::size_t round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < points; ++i)
      table[round].push_back(
          {.point = i, .log_ratio = std::log1p(slowdown) + (round % 2 == 0 ? 1e-5 : -1e-5)});
  return family_trends(record, table, left_out);
}

TEST(family_trends, need_three_points_and_three_rounds) {
  EXPECT_EQ(trends(3, 3, 0.005).size(), 1u);
  EXPECT_TRUE(trends(2, 3, 0.005).empty());
  EXPECT_TRUE(trends(3, 2, 0.005).empty());
}

TEST(family_trends, are_of_slowdowns_that_matter) {
  EXPECT_EQ(trends(5, 6, 0.0021).size(), 1u);
  EXPECT_TRUE(trends(5, 6, 0.0019).empty());
  EXPECT_TRUE(trends(5, 6, -0.005).empty());
}

TEST(family_trends, leave_points_out_that_have_a_verdict_of_their_own) {
  EXPECT_EQ(trends(4, 5, 0.005, {true, false, false, false}).size(), 1u);
  EXPECT_TRUE(trends(4, 5, 0.005, {true, false, true, false}).empty());
  const std::string warning = trends(4, 5, 0.005, {true, false, false, false}).front();
  EXPECT_NE(warning.find("its 3 points"), std::string::npos) << warning;
}

TEST(family_trends, a_regression_is_no_trend_of_its_family) {
  made_record made;
  for (std::size_t i = 0; i < 3; ++i)
    made.add("scan/a[n=" + std::to_string(i) + "]", i == 0 ? 0.05 : 0.005);
  made.add_calibrators();
  ASSERT_EQ(made.decided().findings.at(0).outcome, verdict::regression);
  EXPECT_EQ(warnings_of(made).find("family scan"), std::string::npos) << warnings_of(made);
}

TEST(suite_warnings, a_lean_of_all_points_is_seen) {
  made_record made = two_families(0);
  for (timed_point& point : made.record().points)
    if (point.role == point_role::candidate)
      for (round_pair& pair : point.rounds) pair.head.time_ns *= 1.0015;
  EXPECT_NE(warnings_of(made).find("are slower"), std::string::npos) << warnings_of(made);
}

TEST(suite_warnings, an_effect_of_the_order_is_seen) {
  made_record made = two_families(0);
  for (timed_point& point : made.record().points)
    for (round_pair& pair : point.rounds)
      if (!pair.base_first) pair.head.time_ns *= 0.995;
  EXPECT_NE(warnings_of(made).find("the order matters"), std::string::npos) << warnings_of(made);
}

}  // namespace
}  // namespace warpmark::gate
