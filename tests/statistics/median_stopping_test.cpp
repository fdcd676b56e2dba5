#include "bench/statistics/median_stopping.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace warpmark::statistics {
namespace {

TEST(median_stopping, one_look_more_confirms_the_first_precise_one) {
  median_stopping_rule rule;
  EXPECT_EQ(rule.next_look(), 20U);
  const std::vector<double> samples(60, 5.0);
  rule.look(std::span(samples).first(20));
  EXPECT_FALSE(rule.done());
  EXPECT_EQ(rule.next_look(), 25U);
  EXPECT_EQ(rule.look(std::span(samples).first(25)).confidence, 0.95);
  EXPECT_TRUE(rule.done());
}

TEST(median_stopping, wide_intervals_go_on) {
  std::vector<double> samples;
  median_stopping_rule rule({.precision = 0.01});
  for (int look = 0; look < 8; ++look) {
    while (samples.size() < rule.next_look()) samples.push_back(samples.size() % 2 == 0 ? 1 : 2);
    rule.look(samples);
    EXPECT_FALSE(rule.done());
  }
  EXPECT_EQ(samples.size(), 99U);  // 20 25 32 40 50 63 79 99
}

TEST(median_stopping, looking_early_changes_nothing) {
  median_stopping_rule rule;
  const std::vector<double> samples(10, 5.0);
  const interval range = rule.look(samples);
  EXPECT_EQ(range.lo, 5);
  EXPECT_EQ(rule.next_look(), 20U);
  EXPECT_FALSE(rule.done());
}

TEST(median_stopping, few_samples_say_what_they_cover) {
  median_stopping_rule rule({.first_look = 4});
  EXPECT_EQ(rule.look(std::vector<double>(4, 2.0)).confidence, 1 - 2.0 / 16);
  rule.look(std::vector<double>(5, 2.0));
  EXPECT_FALSE(rule.done());
}

}  // namespace
}  // namespace warpmark::statistics
