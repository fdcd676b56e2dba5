#include "bench/statistics/step_fit.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/change_points.hpp"
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
TEST(StepFitTest, AgreesWithAnalysisOfVarianceByHand) {
  const step got = fit_step(std::vector<double>{1, 2, 3, 4, 5, 6});
  EXPECT_EQ(got.first_after, 3U);
  EXPECT_DOUBLE_EQ(got.before, 2);
  EXPECT_DOUBLE_EQ(got.after, 5);
  EXPECT_DOUBLE_EQ(got.f_statistic, 13.5);
}

TEST(StepFitTest, PerfectAndMissingSteps) {
  const step perfect = fit_step(std::vector<double>{1, 1, 1, 3, 3});
  EXPECT_EQ(perfect.first_after, 3U);
  EXPECT_TRUE(std::isinf(perfect.f_statistic));
  EXPECT_EQ(fit_step(std::vector<double>(6, 1.5)).f_statistic, 0);
  EXPECT_EQ(step_p_value(std::vector<double>(6, 1.5)), 1);
  EXPECT_EQ(fit_step(std::vector<double>{2, 4}, 1).after, 4);
  EXPECT_THROW(fit_step(std::vector<double>{2, 4, 4}), std::invalid_argument);
  EXPECT_THROW(fit_step(std::vector<double>{2, 4}, 0), std::invalid_argument);
}

TEST(StepFitTest, FindsAStepOfFourPercent) {
  const std::vector<double> series = history({100, 104}, 12);
  EXPECT_NEAR(static_cast<double>(fit_step(series).first_after), 12, 1);
  EXPECT_DOUBLE_EQ(step_p_value(series), 0.001);
  EXPECT_EQ(step_p_value(series, 2, 199, 5), step_p_value(series, 2, 199, 5));
}

// All 720 orders of the series by hand: only 1 1 1 3 3 3 and its mirror, 2 x 3! x 3! orders, do as
// well.
TEST(StepFitTest, PermutationValueIsTheShareOfOrders) {
  const std::vector<double> series{1, 1, 1, 3, 3, 3};
  EXPECT_NEAR(step_p_value(series, 3, 20000), 72.0 / 720, 0.01);
}

TEST(StepFitTest, FalseAlarmsAreAsRareAsAsked) {
  int alarms = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    alarms += step_p_value(history({100}, 20, 100 + seed), 2, 99) <= 0.05;
  }
  EXPECT_NEAR(alarms, 20, 14);  // Three deviations of binomial(400, 5 %).
}

TEST(ChangePointsTest, FindsUpAndDown) {
  const std::vector<step> steps = find_change_points(history({100, 106, 97}, 15));
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].first_after, 15U);
  EXPECT_EQ(steps[1].first_after, 30U);
  EXPECT_NEAR(steps[0].before, 100, 1);
  EXPECT_NEAR(steps[0].after, 106, 1);
  EXPECT_EQ(steps[0].after, steps[1].before);
  EXPECT_NEAR(steps[1].after, 97, 1);
}

TEST(ChangePointsTest, LeavesNoiseSmallChangesAndShortSeriesAlone) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_TRUE(find_change_points(history({100}, 40, seed)).empty()) << seed;
  }
  EXPECT_TRUE(find_change_points(history({100, 101.5}, 30)).empty());
  EXPECT_TRUE(find_change_points({}).empty());
  EXPECT_TRUE(find_change_points(std::vector<double>{1, 2, 3}).empty());
  EXPECT_THROW(find_change_points(std::vector<double>{1, -2, 3}), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::statistics
