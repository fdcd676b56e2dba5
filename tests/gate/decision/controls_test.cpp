#include "ci/gate/decision/controls.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

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

// `count` controls in each round, half of them this much above and half below the round's shift.
timing_record controls_about(const std::vector<std::size_t>& counts, double shift,
                             double distance) {
  timing_record record;
  for (std::size_t i = 0; i < *std::max_element(counts.begin(), counts.end()); ++i) {
    timed_point point{.key = "calibrators/equal[number=" + std::to_string(i) + "]",
                      .family = "calibrators",
                      .role = point_role::calibrator};
    for (std::size_t round = 0; round < counts.size(); ++round) {
      if (i >= counts[round]) continue;
      round_pair pair{.round = round};
      pair.base.time_ns = 1e6;
      pair.head.time_ns = 1e6 * std::exp(shift + (i % 2 == 0 ? distance : -distance));
      point.rounds.push_back(pair);
    }
    record.points.push_back(point);
  }
  return record;
}

// The part of the shift that the noise of the rounds' medians does not explain.
double expected_taken(double shift, double distance, double freed, double per_control) {
  const double deviation = 1.4826 * freed * distance;
  return 1 - std::numbers::pi / 2 * deviation * deviation * per_control / (shift * shift);
}

TEST(control_adjustment, the_noise_of_a_median_falls_with_the_number_of_controls) {
  const auto taken = [](const std::vector<std::size_t>& counts) {
    return control_adjustment(controls_about(counts, 0.05, 0.02).points, {}).taken();
  };
  EXPECT_NEAR(taken({4, 4, 4}), expected_taken(0.05, 0.02, std::sqrt(4 / 3.0), 1 / 4.0), 1e-9);
  EXPECT_NEAR(taken({8, 8, 8}), expected_taken(0.05, 0.02, std::sqrt(8 / 7.0), 1 / 8.0), 1e-9);
  // Of twelve distances, eight are of the round with more controls.
  EXPECT_NEAR(taken({4, 8}),
              expected_taken(0.05, 0.02, std::sqrt(8 / 7.0), (1 / 4.0 + 1 / 8.0) / 2), 1e-9);
}

TEST(control_adjustment, shifts_a_round_by_the_part_that_is_taken) {
  const control_adjustment adjustment(controls_about({4, 4}, -0.05, 0.02).points, {});
  EXPECT_NEAR(adjustment.shift(0), -0.05 * adjustment.taken(), 1e-9);
  EXPECT_EQ(adjustment.shift(2), 0) << "no such round";
  EXPECT_TRUE(adjustment.complete());
}

TEST(control_adjustment, takes_nothing_that_noise_explains) {
  EXPECT_EQ(control_adjustment(controls_about({4, 4}, 0.01, 0.05).points, {}).taken(), 0);
  EXPECT_EQ(control_adjustment(controls_about({4, 4}, 0, 0).points, {}).taken(), 0);
}

TEST(control_adjustment, three_controls_are_enough_and_only_rounds_of_the_span_count) {
  const auto points = controls_about({2, 3, 4, 2}, 0.05, 0).points;
  const control_adjustment whole(points, {});
  EXPECT_EQ(whole.shift(0), 0);
  EXPECT_NEAR(whole.shift(1), 0.05, 1e-9);
  EXPECT_FALSE(whole.complete());
  const control_adjustment part(points, {1, 3});
  EXPECT_TRUE(part.complete());
  EXPECT_NEAR(part.shift(2), 0.05, 1e-9);
  EXPECT_EQ(part.shift(3), 0);
}

TEST(control_adjustment, discarded_pairs_do_not_count) {
  auto points = controls_about({3, 3}, 0.05, 0).points;
  points[0].rounds[1].discarded = "throttled";
  const control_adjustment adjustment(points, {});
  EXPECT_NEAR(adjustment.shift(0), 0.05, 1e-9);
  EXPECT_EQ(adjustment.shift(1), 0);
  EXPECT_EQ(adjusted_log_ratios(points, 0, adjustment, {}).size(), 1u);
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

TEST(controls, one_missed_positive_control_of_two_voids_the_run) {
  made_record made;
  made.add_calibrators();
  made.add("calibrators/planted[number=0]", 0.03, true, point_role::positive_control);
  made.add("calibrators/planted[number=1]", 0.03, true, point_role::positive_control);
  EXPECT_TRUE(made.decided().controls.planted_found);
  EXPECT_EQ(made.decided().controls.trouble, "");
  for (const std::size_t missed : {0, 1}) {
    made_record other;
    other.add_calibrators();
    for (const std::size_t number : {0, 1})
      other.add("calibrators/planted[number=" + std::to_string(number) + "]",
                number == missed ? 0.002 : 0.03, true, point_role::positive_control);
    EXPECT_FALSE(other.decided().controls.planted_found);
    EXPECT_NE(other.decided().controls.trouble.find("was not found"), std::string::npos);
  }
}

TEST(controls, without_positive_controls_none_is_missed_and_none_found) {
  made_record made;
  made.add_calibrators();
  EXPECT_EQ(made.decided().controls.trouble, "");
  EXPECT_FALSE(made.decided().controls.planted_found);
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
