#include "bench/statistics/step_fit.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "tests/statistics/noise.hpp"

namespace warpmark::statistics {
namespace {

// `levels` of `length` values each, with normal noise of 1 %.
std::vector<double> history(const std::vector<double>& levels, std::size_t length,
                            std::uint64_t seed = 1) {
  noise random(seed);
  std::vector<double> series;
  for (const double level : levels) {
    for (std::size_t i = 0; i < length; ++i) series.push_back(level * random.normal_time(0.01));
  }
  return series;
}

// By hand: means 2 and 5, squares left over 2 + 2, explained 9 * 9 / 6 = 13.5, F = 4 * 13.5 / 4.
TEST(step_fit, agrees_with_analysis_of_variance_by_hand) {
  const step got = fit_step(std::vector<double>{1, 2, 3, 4, 5, 6});
  EXPECT_EQ(got.first_after, 3U);
  EXPECT_DOUBLE_EQ(got.before, 2);
  EXPECT_DOUBLE_EQ(got.after, 5);
  EXPECT_DOUBLE_EQ(got.f_statistic, 13.5);
}

TEST(step_fit, perfect_and_missing_steps) {
  const step perfect = fit_step(std::vector<double>{1, 1, 1, 3, 3});
  EXPECT_EQ(perfect.first_after, 3U);
  EXPECT_TRUE(std::isinf(perfect.f_statistic));
  EXPECT_EQ(fit_step(std::vector<double>(6, 1.5)).f_statistic, 0);
  EXPECT_EQ(fit_step(std::vector<double>{2, 4}, 1).after, 4);
  EXPECT_THROW(fit_step(std::vector<double>{2, 4, 4}), std::invalid_argument);
  EXPECT_THROW(fit_step(std::vector<double>{2, 4}, 0), std::invalid_argument);
}

TEST(step_fit, an_outlier_at_an_end_is_no_level_of_its_own) {
  EXPECT_EQ(fit_step(std::vector<double>{9, 1, 1, 1, 1, 1}).first_after, 2U);
  EXPECT_EQ(fit_step(std::vector<double>{1, 1, 1, 1, 1, 9}).first_after, 4U);
  EXPECT_EQ(fit_step(std::vector<double>{9, 1, 1, 1, 1, 1}, 3).first_after, 3U);
  EXPECT_EQ(fit_step(std::vector<double>{9, 1, 1, 1, 1, 1}, 1).first_after, 1U);
  EXPECT_EQ(fit_step(std::vector<double>{1, 1, 1, 1, 1, 9}, 1).first_after, 5U);
}

TEST(step_fit, the_first_of_equally_good_splits_is_taken) {
  EXPECT_EQ(fit_step(std::vector<double>{0, 2, 2, 0}, 1).first_after, 1U);
  EXPECT_EQ(fit_step(std::vector<double>{2, 0, 0, 2}, 1).first_after, 1U);
}

TEST(step_fit, a_drop_is_a_step_too) {
  const step drop = fit_step(std::vector<double>{5, 6, 7, 1, 2, 3});
  EXPECT_EQ(drop.first_after, 3U);
  EXPECT_DOUBLE_EQ(drop.before, 6);
  EXPECT_DOUBLE_EQ(drop.after, 2);
  // Explained 16 * 9 / 6 = 24, left over 2 + 2.
  EXPECT_DOUBLE_EQ(drop.f_statistic, 24);
}

TEST(step_fit, finds_a_step_of_four_percent) {
  const std::vector<double> series = history({100, 104}, 12);
  EXPECT_NEAR(static_cast<double>(fit_step(series).first_after), 12, 1);
}

}  // namespace
}  // namespace warpmark::statistics
