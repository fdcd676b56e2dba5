#include "bench/statistics/median_stopping.hpp"

#include <cmath>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/median_interval.hpp"

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

std::vector<double> ascending_from(double first, std::size_t count) {
  std::vector<double> samples(count);
  std::iota(samples.begin(), samples.end(), first);
  return samples;
}

TEST(median_stopping, dependent_samples_widen_the_interval_about_the_median) {
  std::vector<double> samples = ascending_from(1000, 100);
  samples.back() = 5000;  // The median is not the middle of the interval of skewed samples.
  const double centre = 1049.5;
  const interval independent = median_stopping_rule().look(samples);
  for (const double effective : {25.0, 4.0}) {
    const interval dependent = median_stopping_rule().look(samples, effective);
    const double by = std::sqrt(100 / effective);
    EXPECT_NEAR(centre - dependent.lo, by * (centre - independent.lo), 1e-9);
    EXPECT_NEAR(dependent.hi - centre, by * (independent.hi - centre), 1e-9);
    EXPECT_EQ(dependent.confidence, 0.95);
  }
}

TEST(median_stopping, no_dependence_narrows_the_interval) {
  const std::vector<double> samples = ascending_from(1000, 100);
  const interval plain = median_stopping_rule().look(samples);
  for (const double effective : {100.0, 400.0}) {
    const interval range = median_stopping_rule().look(samples, effective);
    EXPECT_EQ(range.lo, plain.lo);
    EXPECT_EQ(range.hi, plain.hi);
  }
}

TEST(median_stopping, a_tenth_of_the_risk_is_spent_on_looking) {
  const std::vector<double> samples = ascending_from(1, 50);
  const interval seen = median_stopping_rule().look(samples);
  const interval formed = interpolated_median_interval(samples, 0.955);
  EXPECT_EQ(seen.lo, formed.lo);
  EXPECT_EQ(seen.hi, formed.hi);
  EXPECT_EQ(seen.confidence, 0.95);
}

// Whether the rule ends at its second look at as many samples on both sides of 100.
bool ends_at(double below, double above, double effective_size = 0) {
  median_stopping_rule rule({.precision = 0.01});
  std::vector<double> samples;
  for (int look = 0; look < 2; ++look) {
    while (samples.size() < rule.next_look())
      samples.push_back(samples.size() % 2 == 0 ? below : above);
    // The same number on both sides, so that the median lies between them.
    if (samples.size() % 2 == 1) samples.push_back(above);
    rule.look(samples, effective_size);
  }
  return rule.done();
}

TEST(median_stopping, half_of_the_width_is_compared_with_the_precision) {
  EXPECT_TRUE(ends_at(99, 101)) << "exactly 1 %";
  EXPECT_FALSE(ends_at(98.9, 101.1));
  EXPECT_FALSE(ends_at(98.1, 101.9)) << "the whole width is below 4 %";
  EXPECT_TRUE(ends_at(-101, -99)) << "of the median's size";
}

TEST(median_stopping, twenty_effective_samples_can_end_it) {
  EXPECT_TRUE(ends_at(100, 100, 20));
  EXPECT_FALSE(ends_at(100, 100, 19.9));
  EXPECT_TRUE(ends_at(99.5, 100.5, 20));
}

TEST(median_stopping, the_look_after_the_precise_one_is_the_last_whatever_it_sees) {
  median_stopping_rule rule;
  std::vector<double> samples(20, 5.0);
  rule.look(samples);
  for (int i = 0; i < 5; ++i) samples.insert(samples.end(), {1.0, 9.0, 2.0});
  rule.look(std::span(samples).first(24));
  EXPECT_FALSE(rule.done()) << "before the next look";
  rule.look(samples);
  EXPECT_TRUE(rule.done());
}

TEST(median_stopping, grows_by_one_sample_at_least) {
  median_stopping_rule rule({.first_look = 0, .growth = 1.0001});
  EXPECT_EQ(rule.next_look(), 1U);
  rule.look(std::vector<double>(1, 1.0));
  EXPECT_EQ(rule.next_look(), 2U);
  EXPECT_THROW(median_stopping_rule({.growth = 1}), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::statistics
