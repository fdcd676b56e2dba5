#include <gtest/gtest.h>

#include "tests/gate/decision/hand_made.hpp"

namespace warpmark::gate {
namespace {

TEST(verdict, slower_beyond_the_margin_is_a_regression) {
  made_record made;
  made.add(judged_key, 0.03);
  made.add_calibrators();
  const gate_finding found = made.only();
  EXPECT_EQ(found.outcome, verdict::regression) << found.reason;
  EXPECT_EQ(found.variant, "reduce/tree");
  EXPECT_NEAR(found.effect->ratio, 1.03, 0.001);
  EXPECT_LT(found.effect->ratio_low, 1.03);
  EXPECT_GT(found.effect->ratio_high, 1.03);
  EXPECT_EQ(found.effect->rounds, made_record::confirmed);
  EXPECT_NEAR(found.impact_ns, 3e4, 1e3);
  EXPECT_NE(found.reason.find("% slower"), std::string::npos);
}

TEST(verdict, faster_beyond_the_margin_is_an_improvement) {
  made_record made;
  made.add(judged_key, -0.05);
  made.add_calibrators();
  const gate_finding found = made.only();
  EXPECT_EQ(found.outcome, verdict::improvement) << found.reason;
  EXPECT_LT(found.impact_ns, 0);
}

TEST(verdict, without_fresh_rounds_nothing_is_a_regression) {
  made_record made;
  made.add(judged_key, 0.03, false);
  made.add_calibrators();
  EXPECT_EQ(made.only().outcome, verdict::inconclusive);
}

TEST(verdict, only_fresh_rounds_count) {
  made_record made;
  timed_point& point = made.add(judged_key, 0);
  for (std::size_t i = 0; i < made_record::screened; ++i) point.rounds[i].head.time_ns *= 1.2;
  made.add_calibrators();
  const gate_finding found = made.only();
  EXPECT_EQ(found.outcome, verdict::pass);
  EXPECT_NEAR(found.effect->ratio, 1, 0.001);
}

TEST(verdict, within_the_margin_passes) {
  made_record made;
  made.add(judged_key, 0.008);
  made.add("reduce/tree[n=2048][block=256]", 0.008, false);
  made.add_calibrators();
  for (const gate_finding& found : made.decided().findings)
    EXPECT_EQ(found.outcome, verdict::pass) << found.subject << found.reason;
}

TEST(verdict, neither_is_inconclusive_and_says_what_is_missing) {
  made_record made;
  made.add(judged_key, 0).rounds = pairs_about(0.015, 0, 20, 1e6, 0.02);
  made.add_calibrators();
  const gate_finding found = made.only();
  EXPECT_EQ(found.outcome, verdict::inconclusive);
  EXPECT_GT(*found.effect->detectable, 0.015);
  EXPECT_LT(*found.effect->detectable, 0.06);
  EXPECT_GT(*found.effect->missing_rounds, 15u);
  EXPECT_LT(*found.effect->missing_rounds, 1000u);
}

TEST(verdict, below_the_ceilings_time_is_suspect) {
  made_record made;
  made.add(judged_key, -0.10).min_ns = 0.95e6;
  made.add_calibrators();
  EXPECT_EQ(made.only().outcome, verdict::suspect);
  made.record().points[0].min_ns = 0.85e6;
  EXPECT_EQ(made.only().outcome, verdict::improvement);
}

TEST(verdict, a_collapse_of_the_time_is_suspect) {
  made_record made;
  made.add(judged_key, -0.35);
  made.add_calibrators();
  EXPECT_EQ(made.only().outcome, verdict::suspect);
  gate_settings settings;
  settings.timing.collapse = 0.5;
  EXPECT_EQ(made.only(settings).outcome, verdict::improvement);
}

TEST(verdict, many_discarded_pairs_are_invalid) {
  made_record made;
  timed_point& point = made.add(judged_key, 0.03);
  for (std::size_t i = 10; i < 14; ++i) point.rounds[i].discarded = "throttled";
  made.add_calibrators();
  EXPECT_EQ(made.only().outcome, verdict::regression) << "4 of 20 are not more than 20 %";
  made.record().points[0].rounds[14].discarded = "throttled";
  const gate_finding found = made.only();
  EXPECT_EQ(found.outcome, verdict::invalid);
  EXPECT_FALSE(found.effect);
}

TEST(verdict, too_few_rounds_are_invalid) {
  made_record made;
  made.add(judged_key, 0.03).rounds.resize(made_record::screened + 5);
  made.add("reduce/tree[n=2048][block=256]", 0).rounds.resize(2);
  made.add("reduce/tree[n=4096][block=256]", 0).rounds.clear();
  made.add_calibrators();
  for (const gate_finding& found : made.decided().findings)
    EXPECT_EQ(found.outcome, verdict::invalid) << found.subject << found.reason;
}

TEST(verdict, equal_code_is_unchanged_whatever_it_measured) {
  made_record made;
  made.add(judged_key, 0.05, true, point_role::negative_control);
  made.add_calibrators();
  EXPECT_EQ(made.only().outcome, verdict::unchanged);
}

TEST(verdict, holm_counts_all_that_were_confirmed) {
  // The last rounds of two states: its unadjusted p suffices, but not after Holm over 150 points.
  const auto outcome_among = [](std::size_t others) {
    made_record made;
    timed_point& point = made.add(judged_key, 0.03);
    for (const std::size_t i : {6u, 9u, 12u}) point.rounds[i].head.time_ns *= 0.97;
    for (std::size_t i = 0; i < others; ++i) made.add("scan/other[n=" + std::to_string(i) + "]", 0);
    made.add_calibrators();
    return made.only();
  };
  EXPECT_EQ(outcome_among(0).outcome, verdict::regression) << outcome_among(0).reason;
  const gate_finding among = outcome_among(150);
  EXPECT_EQ(among.outcome, verdict::inconclusive) << among.reason;
  EXPECT_GT(among.effect->adjusted_p, among.effect->p_value);
}

}  // namespace
}  // namespace warpmark::gate
