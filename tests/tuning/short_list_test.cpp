#include "tuning/modelled/short_list.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace warpmark::tuning {
namespace {

TEST(short_list, of_equal_times_has_equal_probabilities) {
  const std::vector<double> times(8, 1000.0);
  const short_list list = list_fastest(times, 2, 0.1);
  ASSERT_EQ(list.configs.size(), 2u);
  for (const listed_config& one : list.configs) EXPECT_NEAR(one.probability, 1.0 / 8, 1e-4);
  EXPECT_NEAR(list.coverage, 2.0 / 8, 1e-4);
}

TEST(short_list, has_the_smallest_times_first) {
  const std::vector<double> times = {300, 100, 200};
  const short_list list = list_fastest(times, 2, 0.2);
  EXPECT_EQ(list.configs[0].index, 1u);
  EXPECT_EQ(list.configs[1].index, 2u);
  EXPECT_GT(list.configs[0].probability, list.configs[1].probability);
}

// P(X < Y) of two normal variables whose means differ by d: cdf(d / (sigma sqrt 2)).
TEST(short_list, of_two_has_the_probability_of_their_difference) {
  const double error = 0.25;
  const std::vector<double> times = {1000, 1000 * std::exp(0.3)};
  const short_list list = list_fastest(times, 1, error);
  EXPECT_NEAR(list.configs[0].probability, std::erfc(-0.3 / (error * 2)) / 2, 1e-4);
  EXPECT_NEAR(list.coverage, list.configs[0].probability, 1e-12);
}

// E max(0, X - Y) of two equal normal variables is sigma / sqrt(pi).
TEST(short_list, loses_what_the_expected_minimum_is_below) {
  const double error = 0.1;
  const std::vector<double> times = {1000, 1000};
  const short_list list = list_fastest(times, 1, error);
  EXPECT_NEAR(std::log1p(list.first_loss), error / std::sqrt(std::acos(-1.0)), 1e-4);
  EXPECT_NEAR(list.list_loss, list.first_loss, 1e-12);
  EXPECT_NEAR(list_fastest(times, 2, error).list_loss, 0, 1e-9);
}

TEST(short_list, covers_all_if_it_has_all) {
  const std::vector<double> times = {1000, 1e6, 1e9};
  const short_list list = list_fastest(times, 5, 0.1);
  EXPECT_EQ(list.configs.size(), 3u);
  EXPECT_EQ(list.coverage, 1);
  EXPECT_NEAR(list.configs[0].probability, 1, 1e-4);
  EXPECT_EQ(list.configs[2].probability, 0);
}

TEST(short_list, of_an_exact_model_has_no_loss) {
  const std::vector<double> times = {1000, 1100};
  const short_list list = list_fastest(times, 1, 0);
  EXPECT_NEAR(list.coverage, 1, 1e-3);
  EXPECT_NEAR(list.first_loss, 0, 1e-6);
  EXPECT_TRUE(list_fastest({}, 3, 0.1).configs.empty());
}

TEST(log_error, is_that_of_a_normal_distribution_with_90_percent_within) {
  const double sigma = 0.2;
  EXPECT_NEAR(log_error_of(std::exp(1.6448536 * sigma)), sigma, 1e-6);
  EXPECT_GT(log_error_of(1), 0);
}

}  // namespace
}  // namespace warpmark::tuning
