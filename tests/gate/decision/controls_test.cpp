#include "ci/gate/decision/controls.hpp"

#include <gtest/gtest.h>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/philox.hpp"
#include "ci/gate/decision/control_adjustment.hpp"
#include "tests/gate/decision/hand_made.hpp"

namespace warpmark::gate {
namespace {

TEST(control_adjustment, takes_out_what_a_round_shares) {
  made_record made;
  made.add("reduce/tree[n=1]", 0);
  made.add_calibrators();
  for (timed_point& point : made.record().points)
    for (round_pair& pair : point.rounds) pair.head.time_ns *= pair.round % 3 == 0 ? 1.05 : 1.02;
  const gate_finding found = made.only();
  EXPECT_EQ(found.outcome, verdict::pass) << found.reason;
  EXPECT_NEAR(found.effect->ratio, 1, 0.001);
}

TEST(control_adjustment, leaves_their_own_noise_out) {
  made_record made;
  made.add_calibrators(5);
  statistics::random_stream random(2);
  std::vector<timed_point>& points = made.record().points;
  for (timed_point& point : points)
    for (round_pair& pair : point.rounds)
      pair.head.time_ns =
          pair.base.time_ns * (1 + 0.01 * statistics::normal_quantile(random.uniform()));
  EXPECT_LT(control_adjustment(points, {}).taken(), 0.5);
  for (timed_point& point : points)
    for (round_pair& pair : point.rounds) pair.head.time_ns *= 1.05;
  EXPECT_GT(control_adjustment(points, {}).taken(), 0.95);
}

TEST(control_adjustment, two_controls_are_too_few) {
  made_record made;
  made.add("reduce/tree[n=1]", 0.03);
  made.add_calibrators(2);
  EXPECT_EQ(control_adjustment(made.record().points, {}).shift(0), 0);
  const auto outcome = made.decided();
  ASSERT_EQ(outcome.warnings.size(), 1u);
  EXPECT_NE(outcome.warnings[0].find("fewer than 3 controls"), std::string::npos);
}

TEST(controls, a_missed_positive_control_voids_the_run) {
  made_record made;
  made.add_calibrators();
  made.add("calibrators/planted[number=0]", 0.03, true, point_role::positive_control);
  EXPECT_EQ(made.decided().controls.trouble, "");
  EXPECT_TRUE(made.decided().controls.planted_found);
  made.record().points.pop_back();
  made.add("calibrators/planted[number=0]", 0.002, true, point_role::positive_control);
  EXPECT_FALSE(made.decided().controls.planted_found);
  EXPECT_NE(made.decided().controls.trouble.find("was not found"), std::string::npos);
}

TEST(controls, many_flagged_controls_void_the_run_and_few_do_not) {
  for (const std::size_t wrong : {1u, 4u, 7u}) {
    made_record made;
    made.add_calibrators(30 - wrong);
    for (std::size_t i = 0; i < wrong; ++i)
      made.add("scan/equal[n=" + std::to_string(i) + "]", i % 2 == 0 ? 0.04 : -0.04, true,
               point_role::negative_control);
    const control_record controls = made.decided().controls;
    EXPECT_EQ(controls.negative, 30u);
    EXPECT_EQ(controls.negative_flagged, wrong);
    EXPECT_EQ(controls.trouble.empty(), wrong < 7) << wrong;
  }
}

TEST(controls, counts_pairs) {
  made_record made;
  made.add("reduce/tree[n=1]", 0).rounds[3].discarded = "throttled";
  made.add_calibrators(3);
  const control_record controls = made.decided().controls;
  EXPECT_EQ(controls.pairs, 80u);
  EXPECT_EQ(controls.pairs_discarded, 1u);
  EXPECT_FALSE(controls.planted);
}

}  // namespace
}  // namespace warpmark::gate
