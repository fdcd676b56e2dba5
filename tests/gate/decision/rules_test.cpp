// Rules of the decision at their borders, with data that separate each from its neighbours.

#include <cmath>

#include <gtest/gtest.h>

#include "bench/statistics/hodges_lehmann.hpp"
#include "ci/gate/decision/controls.hpp"
#include "ci/gate/decision/pair_faults.hpp"
#include "ci/gate/decision/verdicts.hpp"
#include "tests/gate/decision/hand_made.hpp"

namespace warpmark::gate {
namespace {

constexpr point_terms terms_of_one_percent{.margin = 0.01, .pass_margin = 0.02};

// Log ratios all about `centre`, no two at the same distance from anything.
std::vector<double> logs_about(double centre, std::size_t count, std::size_t first = 0) {
  std::vector<double> logs;
  for (std::size_t i = first; i < first + count; ++i)
    logs.push_back(centre + 1e-4 * std::sqrt(2.0 + static_cast<double>(i)));
  return logs;
}

std::vector<double> together(std::vector<double> one, const std::vector<double>& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

point_evidence evidence_between(double low, double high) {
  point_evidence evidence;
  evidence.terms = terms_of_one_percent;
  evidence.confirmed = confirmed_point{.range = {low, high, 0.95}};
  return evidence;
}

TEST(beyond_margin, an_interval_beyond_zero_is_not_enough) {
  const double margin = std::log1p(0.01);
  EXPECT_FALSE(is_slower(evidence_between(0.001, 0.05), 1e-6, 0.05));
  EXPECT_FALSE(is_slower(evidence_between(margin - 1e-6, 0.05), 1e-6, 0.05));
  EXPECT_TRUE(is_slower(evidence_between(margin + 1e-6, 0.05), 1e-6, 0.05));
  EXPECT_FALSE(is_faster(evidence_between(-0.05, -0.001), 1e-6, 0.05));
  EXPECT_FALSE(is_faster(evidence_between(-0.05, -margin + 1e-6), 1e-6, 0.05));
  EXPECT_TRUE(is_faster(evidence_between(-0.05, -margin - 1e-6), 1e-6, 0.05));
}

TEST(beyond_margin, the_sign_tells_slower_from_faster) {
  EXPECT_FALSE(is_faster(evidence_between(0.02, 0.05), 1e-6, 0.05));
  EXPECT_FALSE(is_slower(evidence_between(-0.05, -0.02), 1e-6, 0.05));
}

TEST(beyond_margin, the_adjusted_p_is_below_alpha) {
  EXPECT_TRUE(is_slower(evidence_between(0.02, 0.05), 0.0499, 0.05));
  EXPECT_FALSE(is_slower(evidence_between(0.02, 0.05), 0.05, 0.05));
  EXPECT_TRUE(is_faster(evidence_between(-0.05, -0.02), 0.0499, 0.05));
  EXPECT_FALSE(is_faster(evidence_between(-0.05, -0.02), 0.05, 0.05));
}

TEST(beyond_margin, slower_than_zero_and_not_than_the_margin_is_no_regression) {
  made_record made;
  for (const double slowdown : {0.0105, -0.0105})
    made.add("reduce/tree[n=" + std::to_string(slowdown) + "]", 0).rounds =
        pairs_about(slowdown, 0, 20, 1e6, 0.003);
  made.add_calibrators();
  const auto findings = made.decided().findings;
  ASSERT_GT(findings[0].effect->ratio_low, 1.002);
  ASSERT_LT(findings[0].effect->ratio_low, 1.01);
  ASSERT_GT(findings[0].effect->ratio, 1.01);
  EXPECT_NE(findings[0].outcome, verdict::regression);
  ASSERT_LT(findings[1].effect->ratio_high, 0.998);
  ASSERT_GT(findings[1].effect->ratio_high, 0.9901);
  EXPECT_NE(findings[1].outcome, verdict::improvement);
}

// The interval of two sides reaches further than the bound of one.
TEST(pass, is_decided_by_the_one_sided_bound) {
  const timed_point point{.key = judged_key, .family = "reduce"};
  for (const double upper : {0.0199, 0.0201}) {
    auto evidence = evidence_between(0.0, std::log1p(0.025));
    evidence.point = &point;
    evidence.rounds = evidence.pairs = 15;
    evidence.confirmed->upper_bound = std::log1p(upper);
    t_table table;
    EXPECT_EQ(judge(evidence, 1, {}, table).outcome,
              upper < 0.02 ? verdict::pass : verdict::inconclusive);
  }
}

TEST(two_looks, the_first_look_has_four_fifths_of_alpha) {
  const auto first = logs_about(0.03, 10);
  const confirmed_point point = confirm(first, first, terms_of_one_percent);
  EXPECT_DOUBLE_EQ(point.p_slower, std::exp2(-10) / 0.8);
  EXPECT_DOUBLE_EQ(point.p_faster, 1);
}

TEST(two_looks, the_second_look_has_one_fifth_and_all_fresh_rounds) {
  const auto undecided = together(logs_about(0.03, 5), logs_about(-0.03, 5));
  const auto fresh = together(undecided, logs_about(0.5, 10, 10));
  const double p_of_all = confirm(fresh, fresh, terms_of_one_percent).p_slower * 0.8;
  const confirmed_point point = confirm(undecided, fresh, terms_of_one_percent);
  EXPECT_DOUBLE_EQ(point.p_slower, p_of_all / 0.2);
  const auto never = confirm({}, logs_about(0.03, 10), terms_of_one_percent);
  EXPECT_DOUBLE_EQ(never.p_slower, std::exp2(-10) / 0.2) << "nothing of the first look was valid";
}

TEST(two_looks, what_the_first_look_found_stays) {
  const auto first = logs_about(0.03, 10);
  const auto fresh = together(first, logs_about(-0.03, 10, 10));
  EXPECT_DOUBLE_EQ(confirm(first, fresh, terms_of_one_percent).p_slower, std::exp2(-10) / 0.8);
}

TEST(two_looks, estimate_and_intervals_are_of_all_fresh_rounds) {
  const auto first = logs_about(0.03, 10);
  const auto fresh = together(first, logs_about(0.05, 10, 10));
  const confirmed_point point = confirm(first, fresh, terms_of_one_percent);
  const auto both_sides = statistics::hodges_lehmann(fresh, 0.95);
  EXPECT_EQ(point.estimate, both_sides.value);
  EXPECT_EQ(point.range.lo, both_sides.range.lo);
  EXPECT_EQ(point.range.hi, both_sides.range.hi);
  EXPECT_EQ(point.upper_bound, statistics::hodges_lehmann(fresh, 0.90).range.hi);
  EXPECT_LT(point.upper_bound, point.range.hi);
}

TEST(two_looks, both_directions_are_tested_against_the_margin) {
  const auto slower = logs_about(0.03, 10);
  std::vector<double> faster;
  faster.reserve(slower.size());
  for (const double value : slower) faster.push_back(-value);
  EXPECT_DOUBLE_EQ(confirm(faster, faster, terms_of_one_percent).p_faster, std::exp2(-10) / 0.8);
  EXPECT_DOUBLE_EQ(confirm(faster, faster, terms_of_one_percent).p_slower, 1);
  const auto within = logs_about(0.005, 10);
  EXPECT_DOUBLE_EQ(confirm(within, within, terms_of_one_percent).p_slower, 1);
  EXPECT_DOUBLE_EQ(confirm(within, within, terms_of_one_percent).p_faster, 1);
}

TEST(holm_family, is_of_confirmed_candidates_alone) {
  made_record made;
  made.add(judged_key, 0.03);
  for (std::size_t i = 0; i < 150; ++i)
    made.add("scan/equal[n=" + std::to_string(i) + "]", 0, true, point_role::negative_control);
  for (std::size_t i = 0; i < 50; ++i)
    made.add("scan/other[n=" + std::to_string(i) + "]", 0, false);
  made.add("calibrators/planted[number=0]", 0.03, true, point_role::positive_control);
  made.add_calibrators(40);
  const auto& effect = made.only().effect;
  EXPECT_EQ(effect->adjusted_p, effect->p_value);
  EXPECT_EQ(confirmed_candidates(gather_evidence(made.record(), {})), 1u);
}

TEST(holm_family, steps_down_over_the_candidates) {
  made_record made;
  made.add(judged_key, 0.03);
  made.add("scan/other[n=1]", 0);
  made.add("scan/other[n=2]", 0);
  made.add_calibrators();
  const auto& effect = made.only().effect;
  EXPECT_DOUBLE_EQ(effect->p_value, std::exp2(-15) / 0.8);
  EXPECT_DOUBLE_EQ(effect->adjusted_p, 3 * effect->p_value);
}

TEST(positive_control, is_adjusted_over_the_candidates_and_itself) {
  auto positive = evidence_between(0.02, 0.05);
  positive.confirmed->p_slower = 0.0049;
  EXPECT_TRUE(is_found(positive, 9, 0.05));
  positive.confirmed->p_slower = 0.0051;
  EXPECT_FALSE(is_found(positive, 9, 0.05));
  EXPECT_TRUE(is_found(positive, 8, 0.05));
  EXPECT_FALSE(is_found({}, 0, 0.05)) << "not confirmed";
}

TEST(positive_control, a_faster_one_is_not_found) {
  made_record made;
  made.add_calibrators();
  made.add("calibrators/planted[number=0]", -0.03, true, point_role::positive_control);
  EXPECT_FALSE(made.decided().controls.planted_found);
  EXPECT_NE(made.decided().controls.trouble, "");
}

TEST(screen, flags_beyond_the_margin_in_either_direction) {
  made_record made;
  for (const double slowdown : {0.005, 0.02, -0.02, -0.005, 0.0})
    made.add("reduce/tree[n=" + std::to_string(slowdown) + "]", slowdown, false);
  made.add_calibrators();
  std::vector<bool> flagged = flagged_by_screen(made.record(), {});
  flagged.resize(5);
  EXPECT_EQ(flagged, (std::vector<bool>{false, true, true, false, false}));
}

// A point of `rounds` screening rounds, some of which were discarded.
verdict screened_with(std::size_t rounds, std::size_t discarded, const gate_settings& settings) {
  made_record made;
  timed_point& point = made.add(judged_key, 0, false);
  point.rounds.resize(rounds);
  for (std::size_t i = 0; i < discarded; ++i) point.rounds[i].discarded = "throttled";
  made.add_calibrators();
  return made.only(settings).outcome;
}

TEST(discard_limits, two_discarded_pairs_are_never_too_many) {
  EXPECT_EQ(screened_with(5, 2, {}), verdict::pass) << "40 %, but two";
  EXPECT_EQ(screened_with(5, 3, {}), verdict::invalid);
  EXPECT_EQ(screened_with(4, 2, {}), verdict::invalid) << "two are left";
}

TEST(discard_limits, three_discarded_pairs_can_be_too_many_though_enough_are_left) {
  for (const std::size_t discarded : {2u, 3u}) {
    made_record made;
    timed_point& point = made.add(judged_key, 0.03);
    point.rounds.resize(13);  // Two are 15 % of them, three 23 %; eight are fresh.
    for (std::size_t i = 0; i < discarded; ++i) point.rounds[i].discarded = "throttled";
    made.add_calibrators();
    EXPECT_EQ(made.only().outcome, discarded == 3 ? verdict::invalid : verdict::regression);
  }
}

TEST(discard_limits, the_share_is_of_all_pairs_and_the_limit_is_a_setting) {
  made_record made;
  timed_point& point = made.add(judged_key, 0.03);
  for (std::size_t i = 10; i < 14; ++i) point.rounds[i].discarded = "throttled";
  made.add_calibrators();
  gate_settings settings;
  settings.timing.max_discarded = 0.21;
  EXPECT_EQ(made.only(settings).outcome, verdict::regression) << "4 of 20, though 4 of 15 are more";
  settings.timing.max_discarded = 0.19;
  const gate_finding found = made.only(settings);
  EXPECT_EQ(found.outcome, verdict::invalid);
  EXPECT_EQ(found.reason,
            "4 of 20 pairs were discarded, more than 19 %, the last since: throttled");
}

TEST(discard_limits, six_fresh_rounds_can_decide_and_five_cannot) {
  for (const std::size_t fresh : {5u, 6u}) {
    made_record made;
    made.add(judged_key, 0.03).rounds.resize(made_record::screened + fresh);
    made.add_calibrators();
    EXPECT_EQ(made.only().outcome, fresh == 6 ? verdict::regression : verdict::invalid) << fresh;
  }
}

TEST(discard_limits, clocks_may_differ_either_way) {
  round_pair pair = pairs_about(0, 0, 1)[0];
  pair.base.clock_hz = 1.9e9;
  for (const double apart : {0.021, -0.021}) {
    pair.head.clock_hz = 1.9e9 * (1 + apart);
    EXPECT_NE(pair_fault(pair), "") << apart;
  }
  pair.head.clock_hz = 1.9e9 * 0.981;
  EXPECT_EQ(pair_fault(pair), "");
  pair.base.time_ns = 0;
  EXPECT_EQ(pair_fault(pair), "a side has no time");
}

TEST(log_ratio, is_positive_if_the_head_is_slower) {
  round_pair pair;
  pair.base.time_ns = 100;
  pair.head.time_ns = 110;
  EXPECT_DOUBLE_EQ(pair.log_ratio(), std::log(1.1));
}

}  // namespace
}  // namespace warpmark::gate
