#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/autocorrelation.hpp"
#include "bench/statistics/mann_kendall.hpp"
#include "bench/statistics/steadiness.hpp"
#include "tests/statistics/noise.hpp"
#include "tests/statistics/reference.hpp"

namespace warpmark::statistics {
namespace {

// AR(1) noise: each value keeps `memory` of the one before.
std::vector<double> remembering(double memory, std::size_t n) {
  noise random(17);
  std::vector<double> values(n);
  double last = 0;
  for (double& value : values) value = last = memory * last + random.normal();
  return values;
}

TEST(effective_sample_size, follows_the_memory_of_the_noise) {
  // n (1 - a) / (1 + a) for AR(1).
  EXPECT_NEAR(effective_sample_size(remembering(0.5, 4000)), 4000.0 / 3, 300);
  EXPECT_NEAR(effective_sample_size(remembering(0.8, 4000)), 4000.0 / 9, 150);
  EXPECT_GT(effective_sample_size(remembering(0, 4000)), 3400);
  EXPECT_EQ(effective_sample_size(remembering(-0.6, 4000)), 4000);
  EXPECT_EQ(effective_sample_size(std::vector<double>(5, 0.1)), 5);
  EXPECT_EQ(effective_sample_size(std::vector<double>{3}), 1);
}

TEST(mann_kendall, agrees_with_scipy) {
  for (const auto& want : reference().at("one_sample")) {
    const trend_result got = mann_kendall_test(reference_samples(want.at("samples")));
    EXPECT_EQ(got.statistic, want.at("trend").at("s").get<double>());
    EXPECT_NEAR(got.p_value, want.at("trend").at("p").get<double>(), 1e-10);
    EXPECT_NEAR(got.slope, want.at("trend").at("slope").get<double>(), 1e-12);
  }
}

TEST(mann_kendall, edges_and_sides) {
  const std::vector<double> falling{5, 4, 3, 2, 1, 0, -1, -2};
  EXPECT_LT(mann_kendall_test(falling, alternative::less).p_value, 0.001);
  EXPECT_GT(mann_kendall_test(falling, alternative::greater).p_value, 0.999);
  EXPECT_EQ(mann_kendall_test(falling).slope, -1);
  EXPECT_EQ(mann_kendall_test(std::vector<double>(9, 1.0)).p_value, 1);
  EXPECT_THROW(mann_kendall_test(std::vector<double>{1, 2}), std::invalid_argument);
}

// Checks after every fourth sample, like a warm-up. Returns the number of samples at the first
// success.
std::size_t warm_up_length(noise& random, double excess, double decay, double spread) {
  std::vector<double> samples;
  while (samples.size() < 400) {
    const auto age = static_cast<double>(samples.size());
    samples.push_back(random.normal_time(spread) + excess * std::exp(-age / decay));
    if (samples.size() % 4 == 0 && assess_steadiness(samples).steady) break;
  }
  return samples.size();
}

TEST(steadiness, steady_noise_is_accepted_at_once) {
  int at_once = 0;
  for (std::uint64_t repeat = 0; repeat < 400; ++repeat) {
    noise random(23, repeat);
    at_once += warm_up_length(random, 0, 1, 0.01) == 8;
  }
  EXPECT_GE(at_once, 360);
}

TEST(steadiness, waits_for_a_warm_up_to_decay) {
  double left_over = 0;
  double length = 0;
  for (std::uint64_t repeat = 0; repeat < 200; ++repeat) {
    noise random(29, repeat);
    const auto stopped = static_cast<double>(warm_up_length(random, 0.1, 8, 0.005));
    length += stopped / 200;
    left_over += 0.1 * std::exp(-stopped / 8) / 200;
  }
  EXPECT_LT(left_over, 0.005);  // 10 % too slow at the start, within the noise at the end …
  EXPECT_LT(length, 80);        // … after ten times the decay at most.
}

TEST(steadiness, trends_below_the_tolerance_do_not_matter) {
  std::vector<double> samples;
  samples.reserve(40);
  for (int i = 0; i < 40; ++i) samples.push_back(1 + 1e-5 * i);
  EXPECT_TRUE(assess_steadiness(samples).steady);
  EXPECT_FALSE(assess_steadiness(samples, {.tolerance = 1e-4}).steady);
  EXPECT_NEAR(assess_steadiness(samples).drift, 1.9e-4, 1e-6);
  EXPECT_FALSE(assess_steadiness(std::vector<double>(7, 1.0)).steady);
  EXPECT_TRUE(assess_steadiness(std::vector<double>(8, 1.0)).steady);
  EXPECT_FALSE(assess_steadiness({}).steady);
  EXPECT_THROW(assess_steadiness(std::vector<double>(8, 0.0)), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::statistics
