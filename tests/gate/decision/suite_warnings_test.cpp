#include <gtest/gtest.h>

#include "bench/statistics/philox.hpp"
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
