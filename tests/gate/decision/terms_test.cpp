#include <cmath>

#include <gtest/gtest.h>

#include "ci/gate/decision/detectability.hpp"
#include "ci/gate/decision/pair_faults.hpp"
#include "ci/gate/decision/point_terms.hpp"
#include "tests/gate/decision/hand_made.hpp"

namespace warpmark::gate {
namespace {

timed_point point_of(double base_ns) {
  return {.key = "reduce/tree[type=i32,n=8][block=64]", .rounds = pairs_about(0, 0, 5, base_ns)};
}

TEST(point_terms, short_kernels_are_judged_by_the_floor) {
  EXPECT_DOUBLE_EQ(terms_of(point_of(1e6), {}).margin, 0.01);
  EXPECT_DOUBLE_EQ(terms_of(point_of(1e6), {}).pass_margin, 0.02);
  EXPECT_DOUBLE_EQ(terms_of(point_of(4e3), {}).margin, 0.05);
  EXPECT_DOUBLE_EQ(terms_of(point_of(4e3), {}).pass_margin, 0.05);
}

TEST(point_terms, later_overrides_win) {
  gate_settings settings;
  settings.overrides = {{.match = "reduce/*", .timing = {{"min_effect", 0.03}, {"floor_ns", 0}}},
                        {.match = "*[type=i32,*", .timing = {{"min_effect", 0.04}}},
                        {.match = "scan/*", .timing = {{"min_effect", 0.5}}}};
  EXPECT_DOUBLE_EQ(terms_of(point_of(4e3), settings).margin, 0.04);
  settings.overrides = {{.match = "reduce/tree", .timing = {{"pass_margin", 0.07}}}};
  EXPECT_DOUBLE_EQ(terms_of(point_of(1e6), settings).pass_margin, 0.07);
}

TEST(pair_fault, only_recorded_reasons_count) {
  round_pair pair = pairs_about(5.0, 0, 1)[0];
  EXPECT_EQ(pair_fault(pair), "") << "a time is no reason";
  pair.base.throttle = pair.head.throttle = 4;
  pair.base.clock_hz = 1.9e9;
  pair.head.clock_hz = 1.9e9 * 1.019;
  EXPECT_EQ(pair_fault(pair), "");
  pair.head.clock_hz = 1.9e9 * 1.021;
  EXPECT_NE(pair_fault(pair).find("clocks"), std::string::npos);
  pair.head.throttle = 6;
  EXPECT_NE(pair_fault(pair).find("throttled"), std::string::npos);
  pair.head.time_ns = std::nan("");
  EXPECT_EQ(pair_fault(pair), "a side has no time");
}

TEST(missing_rounds, grow_with_the_noise_and_the_nearness_of_both_margins) {
  // 2.486 errors of 1 % over 0.5 %, squared, and two more.
  EXPECT_EQ(missing_rounds(0.015, 0.01, 0.01, 0.02, 0.05, 15), 12u);
  EXPECT_GT(missing_rounds(0.015, 0.02, 0.01, 0.02, 0.05, 15), 60u);
  EXPECT_EQ(missing_rounds(0.0, 0.01, 0.01, 0.02, 0.05, 15), 1u);
}

TEST(rounds_to_confirm, many_regressions_at_once_stay_findable) {
  EXPECT_EQ(rounds_to_confirm(15, 20, 0.05), 15u);
  const std::size_t rounds = rounds_to_confirm(15, 5000, 0.05);
  EXPECT_LT(5000 * std::pow(2, -static_cast<double>(rounds)), 0.05 / 4);
}

}  // namespace
}  // namespace warpmark::gate
