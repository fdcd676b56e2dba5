// The parts of the model, each against its definition.

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/tuning/spaces.hpp"
#include "tuning/surrogate/candidates.hpp"
#include "tuning/surrogate/compressed_log_times.hpp"
#include "tuning/surrogate/config_features.hpp"
#include "tuning/surrogate/expected_improvement.hpp"
#include "tuning/surrogate/maximin_design.hpp"
#include "tuning/surrogate/observation_window.hpp"

namespace warpmark::tuning {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

space_axis axis_of(const std::vector<std::string>& values) {
  space_axis axis{.name = "axis"};
  for (const auto& value : values) axis.values.push_back(axis_value_of(value));
  return axis;
}

std::vector<std::vector<float>> features_of(const std::vector<std::string>& values) {
  const config_features features({axis_of(values)});
  std::vector<std::vector<float>> points;
  for (std::uint32_t level = 0; level < values.size(); ++level)
    points.push_back(features.of({level}));
  return points;
}

using points = std::vector<std::vector<float>>;

TEST(config_features, of_powers_of_two_are_their_logarithms) {
  EXPECT_EQ(features_of({"1", "2", "4", "16"}), (points{{0}, {0.25f}, {0.5f}, {1}}));
}

TEST(config_features, of_sizes_tell_what_divides_them) {
  // log2 from 16 to 64; trailing zeros 4, 4, 6 of 4 to 6; whether a power of two.
  const auto middle = static_cast<float>((std::log2(48.0) - 4) / 2);
  EXPECT_EQ(features_of({"16", "48", "64"}), (points{{0, 0, 1}, {middle, 0, 0}, {1, 1, 1}}));
}

TEST(config_features, of_two_values_of_zero_and_of_nothing_to_choose_are_levels) {
  EXPECT_EQ(features_of({"3", "64"}), (points{{0}, {1}}));
  EXPECT_EQ(features_of({"no", "yes"}), (points{{0}, {1}}));
  EXPECT_EQ(features_of({"0", "1", "8"}), (points{{0}, {0.5f}, {1}}));
  EXPECT_EQ(features_of({"7"}), (points{{}}));
}

TEST(config_features, of_names_are_equally_far_apart) {
  const auto found = features_of({"a", "b", "c"});
  const auto far = static_cast<float>(1 / std::numbers::sqrt2);
  EXPECT_EQ(found, (points{{far, 0, 0}, {0, far, 0}, {0, 0, far}}));
}

TEST(config_features, of_codes_from_zero_are_those_of_names) {
  EXPECT_EQ(features_of({"0", "1", "2"}), features_of({"a", "b", "c"}));
  EXPECT_EQ(features_of({"0", "1", "2", "3", "4", "5", "6", "7", "8"})[4],
            std::vector<float>{0.5f});
  EXPECT_EQ(features_of({"1", "2", "4"})[1], std::vector<float>{0.5f});
}

TEST(compressed, has_the_best_at_minus_one_and_the_slow_below_two) {
  const double e = std::numbers::e;
  const auto found = compressed({1, e, e * e, 1e300, infinity});
  // Among four that run, the third is the median.
  EXPECT_NEAR(found[0], -1, 1e-12);
  EXPECT_NEAR(found[1], -0.5, 1e-12);
  EXPECT_NEAR(found[2], 0, 1e-12);
  EXPECT_NEAR(found[3], 2, 1e-6);
  EXPECT_GT(found[4], found[2]);  // A failure counts as slow, but not as the slowest.
  EXPECT_LT(found[4], found[3]);
  EXPECT_EQ(compressed({infinity, infinity}), (std::vector<double>{0, 0}));
  // Nearly equal times are not amplified.
  EXPECT_NEAR(compressed({1, 1.0001, 1.0002})[0], -0.01, 1e-5);
}

TEST(maximin_design, takes_what_is_far_from_all_before) {
  EXPECT_EQ(maximin_design({{0, 0}, {0.1f, 0}, {0.6f, 0.4f}, {1, 1}, {0, 1}}, 3),
            (std::vector<std::size_t>{0, 3, 2}));
  EXPECT_EQ(maximin_design({{0}, {0}, {0}}, 8).size(), 3u);
}

TEST(observation_window, is_the_best_and_the_latest) {
  const std::vector<double> times = {9, 1, 8, infinity, 2, 7, 6, infinity, 5, 4};
  EXPECT_EQ(observation_window(times, 4), (std::vector<std::size_t>{1, 4, 8, 9}));
  EXPECT_EQ(observation_window(times, 10).size(), 10u);
}

TEST(expected_improvement, is_the_integral_that_defines_it) {
  const double gain = -0.3, deviation = 0.7;
  double sum = 0;
  constexpr double step = 1e-4;
  for (double z = -10; z < 10; z += step) {
    const double density = std::exp(-0.5 * z * z) / std::sqrt(2 * std::numbers::pi);
    sum += std::max(gain + deviation * z, 0.0) * density * step;
  }
  EXPECT_NEAR(log_expected_improvement(gain, deviation), std::log(sum), 1e-6);
}

TEST(expected_improvement, without_doubt_is_the_gain_and_goes_on_where_there_is_none) {
  EXPECT_NEAR(std::exp(log_expected_improvement(0.25, 1e-9)), 0.25, 1e-9);
  double before = log_expected_improvement(1, 1);
  for (double gain = 0.99; gain > -200; gain -= 0.01) {
    const double now = log_expected_improvement(gain, 1);
    ASSERT_TRUE(std::isfinite(now)) << gain;
    ASSERT_LT(now, before) << gain;
    ASSERT_LT(before - now, 2.1) << gain;  // The slope is at most -gain: no jump.
    before = now;
  }
  EXPECT_LT(log_expected_improvement(-1, 1e-9), -1e17);
}

class model : public ::testing::Test {
 protected:
  model() {
    for (int i = 0; i < 60; ++i) {
      std::vector<float> point;
      point.reserve(3);
      for (int feature = 0; feature < 3; ++feature)
        point.push_back(static_cast<float>(random.unit()));
      values.push_back(std::sin(5 * point[0]) + point[1] * point[2]);
      at.push_back(std::move(point));
    }
  }

  gaussian_process observed(double nugget, std::size_t count) {
    gaussian_process process({{-0.5, -0.2, 0.1}, std::log(nugget)});
    for (std::size_t i = 0; i < count; ++i) process.observe(at[i]);
    return process;
  }

  random_source random{3};
  points at;
  std::vector<double> values;
};

TEST_F(model, expects_at_observations_what_was_observed) {
  const auto process = observed(1e-6, 25);
  candidates expected;
  expected.add(process, {at.begin(), at.begin() + 25});
  const std::span<const double> seen(values.data(), 25);
  const auto means = expected.means(least_squares(process.factor(), seen));
  for (std::size_t i = 0; i < 25; ++i) {
    EXPECT_NEAR(means[i], seen[i], 1e-2) << i;
    EXPECT_NEAR(expected.explained(i), 1, 1e-3) << i;
  }
}

TEST_F(model, foretells_a_smooth_function) {
  const auto process = observed(1e-4, 50);
  candidates expected;
  expected.add(process, {at.begin() + 50, at.end()});
  const std::span<const double> seen(values.data(), 50);
  const auto means = expected.means(least_squares(process.factor(), seen));
  for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(means[i], values[50 + i], 0.1) << i;
}

// K is L times its transpose, and K at candidates L times V, for any order of insertion.
TEST_F(model, grown_is_the_model_made_at_once) {
  auto process = observed(1e-2, 5);
  candidates grown;
  grown.add(process, {at.begin(), at.begin() + 40});
  for (std::size_t i = 5; i < 50; ++i) {
    process.observe(at[i]);
    grown.follow(process);
    if (i == 30) {
      EXPECT_EQ(grown.add(process, {at.begin() + 40, at.end()}), 64u);
    }
  }
  candidates fresh;
  fresh.add(process, at);
  const std::span<const double> seen(values.data(), 50);
  const auto given = least_squares(process.factor(), seen);
  const auto a = grown.means(given), b = fresh.means(given);
  for (std::size_t i = 0; i < at.size(); ++i) {
    const auto slot = i < 40 ? i : 64 + i - 40;
    EXPECT_FLOAT_EQ(a[slot], b[i]);
    EXPECT_FLOAT_EQ(grown.explained(slot), fresh.explained(i));
  }
}

TEST_F(model, has_the_factor_of_its_kernel_matrix) {
  const auto process = observed(1e-2, 50);
  for (std::size_t i = 0; i < 50; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double product = 0, squared = 0;
      for (std::size_t k = 0; k <= j; ++k)
        product += static_cast<double>(process.factor().row(i)[k]) * process.factor().row(j)[k];
      for (std::size_t feature = 0; feature < 3; ++feature)
        squared += std::pow(
            (at[i][feature] - at[j][feature]) / std::exp(process.kernel().log_lengths[feature]), 2);
      const double r = std::sqrt(5 * squared);
      const double kernel = (1 + r + r * r / 3) * std::exp(-r) + (i == j ? 1e-2 : 0);
      EXPECT_NEAR(product, kernel, 1e-5) << i << ", " << j;
    }
}

TEST_F(model, of_failures_near_a_candidate_expects_another) {
  const auto process = observed(1e-3, 2);
  candidates expected;
  expected.add(process, {at[0], at[1]});
  const auto chances = expected.chances_to_run(process, {true, false});
  EXPECT_GT(chances[0], 0.5f);
  EXPECT_LT(chances[1], 0.5f);
}

// Without a prior's weight the slope is that of the data; with a large one it is the prior's.
TEST(least_squares, finds_the_slope_of_a_term) {
  gaussian_process process(prior_kernel(1));
  std::vector<double> values;
  mean_term term{.values = {}, .expected_slope = 0, .weight = 1e-9};
  for (int i = 0; i < 6; ++i) {
    process.observe(std::vector<float>{static_cast<float>(i) / 6});
    term.values.push_back(i % 3);
    values.push_back(4 + 2.5 * (i % 3));
  }
  const auto free = least_squares(process.factor(), values, std::vector{term});
  EXPECT_NEAR(free.slopes.at(0), 2.5, 1e-2);
  EXPECT_NEAR(free.mean, 4, 5e-2);
  term.weight = 1e9;
  EXPECT_NEAR(least_squares(process.factor(), values, std::vector{term}).slopes.at(0), 0, 1e-2);
}

}  // namespace
}  // namespace warpmark::tuning
