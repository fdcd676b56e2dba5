#include "bench/statistics/bimodality.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/dip.hpp"
#include "tests/statistics/noise.hpp"
#include "tests/statistics/reference.hpp"

namespace warpmark::statistics {
namespace {

template <class draw>
int count_bimodal(draw one, std::size_t n, bimodality_options options = {}) {
  int found = 0;
  for (std::uint64_t repeat = 0; repeat < 100; ++repeat) {
    noise random(31, repeat);
    std::vector<double> samples(n);
    for (double& value : samples) value = one(random);
    found += assess_bimodality(samples, options).bimodal;
  }
  return found;
}

TEST(dip, known_values) {
  // Evenly spaced samples are as unimodal as n samples can be: 1 / 2n.
  EXPECT_NEAR(dip_statistic(std::vector<double>{1, 2, 3, 4, 5}), 0.1, 1e-12);
  // Two far clusters come close to the largest dip, 1/4.
  EXPECT_NEAR(dip_statistic(std::vector<double>{0, 1e-9, 2e-9, 1, 1 + 1e-9, 1 + 2e-9}), 0.25, 1e-6);
  EXPECT_EQ(dip_statistic(std::vector<double>{4, 4, 4}), 0);
  EXPECT_EQ(dip_statistic(std::vector<double>{4}), 0);
}

// The values of Maechler's diptest on the same samples.
TEST(dip, agrees_with_the_diptest_package) {
  EXPECT_NEAR(dip_statistic(reference_samples("skewed")), 0.036557708688245316, 1e-12);
  EXPECT_NEAR(dip_statistic(reference_samples("twelve")), 0.06046694648478492, 1e-12);
  EXPECT_NEAR(dip_statistic(reference_samples("drifting")), 0.05033216422529401, 1e-12);
}

TEST(dip, critical_value_is_exceeded_by_one_in_a_hundred) {
  for (const std::size_t n : {12, 70, 300}) {
    int beyond = 0;
    for (std::uint64_t repeat = 0; repeat < 3000; ++repeat) {
      random_stream random(37, repeat);
      std::vector<double> samples(n);
      for (double& value : samples) value = random.uniform();
      beyond += dip_statistic(samples) > dip_critical_value(n);
    }
    EXPECT_NEAR(beyond, 30, 18) << n;
  }
}

TEST(bimodality, finds_two_states) {
  const auto two_states = [](noise& random) { return random.bimodal_time(0.02); };
  EXPECT_GE(count_bimodal(two_states, 120), 95);
  noise random(41);
  std::vector<double> samples(500);
  for (double& value : samples) value = random.bimodal_time(0.02);
  const bimodality got = assess_bimodality(samples);
  EXPECT_TRUE(got.bimodal);
  EXPECT_NEAR(got.lower_mode, 1, 0.003);
  EXPECT_NEAR(got.upper_mode, 1.08, 0.003);
  EXPECT_NEAR(got.upper_share, 0.3, 0.06);
}

TEST(bimodality, one_state_of_any_shape_is_not_two) {
  const auto normal = [](noise& random) { return random.normal_time(0.02); };
  const auto skewed = [](noise& random) { return random.lognormal_time(0.3); };
  const auto spiky = [](noise& random) {
    const double time = random.normal_time(0.01);
    return random.normal() > 2 ? time + 0.2 : time;
  };
  EXPECT_LE(count_bimodal(normal, 50), 2);
  EXPECT_LE(count_bimodal(skewed, 50), 2);
  EXPECT_LE(count_bimodal(spiky, 100), 2);
}

TEST(bimodality, ticks_of_the_timer_are_no_modes) {
  const auto coarse = [](noise& random) {
    return std::round(random.normal_time(0.03) / 0.032) * 0.032;
  };
  EXPECT_LE(count_bimodal(coarse, 200, {.resolution = 0.032}), 2);
}

TEST(bimodality, edges) {
  EXPECT_FALSE(assess_bimodality(std::vector<double>{1, 1, 1, 2, 2, 2}).bimodal);
  EXPECT_FALSE(assess_bimodality(std::vector<double>(50, 3.0)).bimodal);
  EXPECT_EQ(assess_bimodality(std::vector<double>{3}).lower_mode, 3);
  EXPECT_THROW(assess_bimodality({}), std::invalid_argument);
  EXPECT_THROW(assess_bimodality(std::vector<double>{1, 0}), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::statistics
