#include "bench/statistics/runs_test.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/distributions.hpp"
#include "tests/statistics/noise.hpp"

namespace warpmark::statistics {
namespace {

TEST(runs_test, counts_runs_and_what_to_expect) {
  const std::vector<double> samples{1, 1, 3, 3, 3, 1, 3, 1};
  const auto got = runs_test(samples, 2);
  EXPECT_EQ(got.statistic, 5);
  EXPECT_DOUBLE_EQ(got.expected, 5);  // 1 + 2 * 4 * 4 / 8
  // Variance 2 * 16 * (2 * 16 - 8) / (64 * 7) = 12/7.
  EXPECT_NEAR(got.p_value, normal_cdf(0.5 / std::sqrt(12.0 / 7)), 1e-12);
}

TEST(runs_test, finds_one_change_and_no_alternation) {
  std::vector<double> step, alternating;
  for (int i = 0; i < 30; ++i) {
    step.push_back(i < 20 ? 1 : 2);
    alternating.push_back(i % 2);
  }
  EXPECT_EQ(runs_test(step, 1.5).statistic, 2);
  EXPECT_LT(runs_test(step, 1.5).p_value, 1e-5);
  EXPECT_GT(runs_test(alternating, 0.5).p_value, 0.99);
}

TEST(runs_test, says_whether_runs_are_long_enough_to_matter) {
  std::vector<double> few, weak;
  for (int i = 0; i < 1000; ++i) {
    few.push_back(i < 7 ? 1 : 2);
    weak.push_back(i % 20 < 5 ? i % 2 : i / 2 % 2);
  }
  EXPECT_TRUE(comes_in_long_runs(few, 1.5)) << "also of few samples";
  EXPECT_FALSE(comes_in_long_runs(weak, 0.5));
  EXPECT_FALSE(comes_in_long_runs(std::vector<double>{1, 1, 1, 2, 2, 2}, 1.5)) << "may be chance";
}

TEST(runs_test, needs_samples_on_both_sides) {
  EXPECT_EQ(runs_test(std::vector<double>{1, 2, 3}, 0).p_value, 1);
  EXPECT_EQ(runs_test(std::vector<double>{1}, 1).statistic, 1);
  EXPECT_THROW(runs_test({}, 0), std::invalid_argument);
}

TEST(runs_test, is_wrong_as_often_as_it_says) {
  int rejected = 0;
  constexpr int repeats = 2000;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    noise random(53, static_cast<std::uint64_t>(repeat));
    std::vector<double> samples(60);
    for (double& value : samples) value = random.normal();
    rejected += runs_test(samples, 0.4).p_value < 0.05;
  }
  EXPECT_NEAR(100.0 * rejected / repeats, 5, 1.5);
}

}  // namespace
}  // namespace warpmark::statistics
