#include "ci/gate/decision/run_timing.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "ci/gate/decision/control_adjustment.hpp"
#include "ci/gate/noise/noise_suite.hpp"
#include "tests/gate/decision/hand_made.hpp"

namespace warpmark::gate {
namespace {

/// Exact with a little scatter; can throttle a pair a given number of times; can have a wrong
/// point.
class scripted_source : public round_source {
 public:
  std::vector<double> slowdowns;
  std::size_t throttled_point = 1000;
  std::size_t throttled_times = 0;
  std::size_t wrong_point = 1000;
  std::size_t wrong_from_round = 0;
  std::vector<std::vector<std::size_t>> measured;

  std::vector<round_pair> measure(const std::vector<std::size_t>& points) override {
    std::vector<round_pair> pairs;
    for (const std::size_t point : points) {
      const std::size_t phase = 7 * measured.size() + point;
      pairs.push_back(pairs_about(slowdowns.at(point), 0, 1, 1e6, 0.001, phase)[0]);
      if (point == throttled_point && throttled_times > 0) {
        pairs.back().head.throttle = 4;
        --throttled_times;
      }
      if (point == wrong_point && measured.size() >= wrong_from_round)
        pairs.back() = {.discarded = "the head is wrong", .permanent = true};
    }
    measured.push_back(points);
    return pairs;
  }
};

// Points 0 to 19 are candidates, of which 3 is 5 % slower; 20 to 29 calibrators.
std::vector<timed_point> thirty_points(scripted_source& source) {
  std::vector<timed_point> points;
  for (std::size_t i = 0; i < 30; ++i) {
    source.slowdowns.push_back(i == 3 ? 0.05 : 0);
    points.push_back({.key = "reduce/tree[n=" + std::to_string(i) + "]",
                      .family = "reduce",
                      .role = i < 20 ? point_role::candidate : point_role::calibrator});
  }
  return points;
}

TEST(run_timing, confirms_what_the_screen_picked_and_some_others) {
  scripted_source source;
  const timing_run run = run_timing(source, thirty_points(source), {}, 1);
  ASSERT_EQ(source.measured.size(), 20u);
  for (std::size_t round = 0; round < 5; ++round) EXPECT_EQ(source.measured[round].size(), 30u);
  for (std::size_t round = 5; round < 20; ++round) {
    const std::set<std::size_t> points(source.measured[round].begin(),
                                       source.measured[round].end());
    EXPECT_EQ(points.size(), 16u) << "one picked, five others, ten calibrators";
    EXPECT_TRUE(points.contains(3));
    EXPECT_TRUE(points.contains(29));
  }
  ASSERT_EQ(run.outcome.findings.size(), 20u);
  for (std::size_t i = 0; i < 20; ++i)
    EXPECT_EQ(run.outcome.findings[i].outcome, i == 3 ? verdict::regression : verdict::pass) << i;
}

TEST(run_timing, another_seed_confirms_others) {
  const auto confirmed_by = [](std::uint64_t seed) {
    scripted_source source;
    return run_timing(source, thirty_points(source), {}, seed).outcome.confirmed;
  };
  EXPECT_EQ(confirmed_by(1), confirmed_by(1));
  EXPECT_NE(confirmed_by(1), confirmed_by(2));
}

TEST(run_timing, repeats_a_throttled_pair_with_the_controls) {
  scripted_source source;
  source.throttled_point = 7;
  source.throttled_times = 1;
  const timing_run run = run_timing(source, thirty_points(source), {}, 1);
  ASSERT_EQ(source.measured.size(), 21u);
  EXPECT_EQ(source.measured[1],
            (std::vector<std::size_t>{7, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29}));
  const auto& rounds = run.record.points[7].rounds;
  EXPECT_NE(rounds[0].discarded.find("throttled"), std::string::npos);
  EXPECT_EQ(rounds[1].discarded, "");
  EXPECT_EQ(rounds[1].round, 1u);
  EXPECT_EQ(run.outcome.findings[7].effect->discarded_pairs, 1u);
  EXPECT_EQ(run.outcome.controls.pairs_discarded, 1u);
}

TEST(run_timing, repeats_a_pair_at_most_twice) {
  scripted_source source;
  source.throttled_point = 7;
  source.throttled_times = 1000;
  const timing_run run = run_timing(source, thirty_points(source), {}, 1);
  EXPECT_EQ(run.record.first_confirming, 15u) << "each of five rounds was repeated twice";
  EXPECT_EQ(run.outcome.findings[7].outcome, verdict::invalid);
}

TEST(run_timing, does_not_repeat_what_is_wrong_and_says_why) {
  scripted_source source;
  source.wrong_point = 7;
  const timing_run run = run_timing(source, thirty_points(source), {}, 1);
  EXPECT_EQ(run.record.first_confirming, 5u);
  const gate_finding& found = run.outcome.findings[7];
  EXPECT_EQ(found.outcome, verdict::invalid);
  EXPECT_EQ(found.reason, "the head is wrong");
  for (std::size_t round = 1; round < source.measured.size(); ++round)
    EXPECT_EQ(std::count(source.measured[round].begin(), source.measured[round].end(), 7u), 0)
        << round;
}

TEST(run_timing, wrong_once_is_invalid) {
  scripted_source source;
  source.wrong_point = 3;  // The slower one, which is confirmed.
  source.wrong_from_round = 17;
  const timing_run run = run_timing(source, thirty_points(source), {}, 1);
  EXPECT_EQ(run.outcome.findings[3].outcome, verdict::invalid);
  EXPECT_EQ(run.outcome.findings[3].reason, "after 17 sound rounds, the head is wrong");
}

TEST(run_timing, looks_twice_at_what_is_undecided) {
  synthetic_suite suite =
      noise_suites(typical_noise, {.points = 100, .slow = 20, .slowdown = 0.015})(3);
  const timing_run run = run_timing(*suite.source, suite.points, {}, 3);
  std::size_t extended = 0;
  for (const timed_point& point : run.record.points)
    if (point.role == point_role::candidate)
      extended += !point.rounds.empty() && point.rounds.back().round >= run.record.first_extending;
  EXPECT_GT(extended, 0u);
  EXPECT_LT(extended, 30u);
  // Without controls the rounds of the second look could not be adjusted.
  std::map<std::size_t, std::size_t> controls;
  for (const timed_point& point : run.record.points)
    for (const round_pair& pair : point.rounds)
      if (pair.round >= run.record.first_extending)
        controls[pair.round] += point.role == point_role::calibrator;
  for (const auto& [round, count] : controls)
    EXPECT_GE(count, control_adjustment::min_controls) << round;
  for (const gate_finding& found : decide(run.record, {}).findings) {
    if (found.effect) {
      EXPECT_LE(found.effect->rounds, 34u) << found.subject;
    }
  }
}

TEST(run_timing, the_record_alone_gives_the_same_outcome) {
  synthetic_suite suite = noise_suites(hot_noise, {.points = 60, .slow = 6, .slowdown = 0.05})(4);
  const timing_run run = run_timing(*suite.source, suite.points, {}, 4);
  const timing_outcome again = decide(run.record, {});
  for (std::size_t i = 0; i < again.findings.size(); ++i)
    EXPECT_EQ(again.findings[i].reason, run.outcome.findings[i].reason);
}

TEST(run_timing, refuses_rounds_that_cannot_decide) {
  scripted_source source;
  gate_settings settings;
  settings.timing.confirm_rounds = 5;
  EXPECT_THROW(run_timing(source, thirty_points(source), settings, 1), usage_error);
  settings.timing.confirm_rounds = 15;
  settings.timing.screen_rounds = 2;
  EXPECT_THROW(run_timing(source, thirty_points(source), settings, 1), usage_error);
}

TEST(run_timing, a_spent_budget_is_said) {
  scripted_source source;
  gate_settings settings;
  settings.timing.budget_s = 1e-9;
  const timing_run run = run_timing(source, thirty_points(source), settings, 1);
  EXPECT_TRUE(source.measured.empty());
  ASSERT_FALSE(run.outcome.warnings.empty());
  EXPECT_NE(run.outcome.warnings.back().find("budget"), std::string::npos);
  EXPECT_EQ(run.outcome.findings[0].outcome, verdict::invalid);
}

}  // namespace
}  // namespace warpmark::gate
