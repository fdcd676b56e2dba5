#include <cmath>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/statistics/distributions.hpp"
#include "bench/statistics/philox.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/t_test.hpp"
#include "ci/gate/noise/noise_source.hpp"
#include "ci/gate/noise/order_bias.hpp"

namespace warpmark::gate {
namespace {

// How often an execution is disturbed, and by up to how much.
constexpr double spike_share = 0.02, min_spike = 0.03, max_spike = 0.15;

// The log of one execution, drawn singly: normal with occasional spikes.
double drawn_execution(statistics::random_stream& random, double spread) {
  double value = spread * statistics::normal_quantile(random.uniform());
  if (random.uniform() < spike_share)
    value += std::log1p(min_spike + (max_spike - min_spike) * random.uniform());
  return value;
}

TEST(noise_source, drawn_medians_are_those_of_singly_drawn_samples) {
  constexpr std::size_t samples = 20;
  constexpr double spread = 0.01;
  statistics::random_stream random(1);
  std::vector<double> medians;
  for (int i = 0; i < 4000; ++i) {
    std::vector<double> executions;
    for (std::size_t k = 0; k < samples; ++k) executions.push_back(drawn_execution(random, spread));
    medians.push_back(statistics::median(executions));
  }
  const double want = std::sqrt(statistics::moments_of(medians).variance);
  // 4000 medians determine their deviation to 1.1 %.
  EXPECT_NEAR(spread * deviation_of_median(samples) / want, 1, 0.05);
  // The spikes move both sides alike, and by a tenth of the spread at most.
  EXPECT_LT(std::abs(statistics::moments_of(medians).mean), spread / 10);
}

std::vector<double> log_ratios(noise_source& source, std::size_t point, std::size_t rounds) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < rounds; ++i) ratios.push_back(source.measure({point})[0].log_ratio());
  return ratios;
}

TEST(noise_source, ratios_have_the_truth_and_the_noise_that_the_scenario_says) {
  const std::vector<modelled_point> points{{1e6, 0.03, true}};
  noise_source source(typical_noise, points, 3);
  const auto ratios = statistics::moments_of(log_ratios(source, 0, 4000));
  const double side = std::hypot(0.003, 0.01 * deviation_of_median(20), 0.001 / std::sqrt(2));
  EXPECT_NEAR(std::sqrt(ratios.variance), std::sqrt(2) * side, 0.03 * side);
  EXPECT_NEAR(ratios.mean, std::log(1.03), 4 * side / std::sqrt(2000));
}

TEST(noise_source, the_same_seed_measures_the_same) {
  const std::vector<modelled_point> points(5, {1e6, 0, false});
  noise_source first(hot_noise, points, 3);
  noise_source second(hot_noise, points, 3);
  noise_source other(hot_noise, points, 4);
  const auto ratios = log_ratios(first, 2, 10);
  EXPECT_EQ(ratios, log_ratios(second, 2, 10));
  EXPECT_NE(ratios, log_ratios(other, 2, 10));
}

TEST(noise_source, sides_take_turns_in_going_first) {
  noise_source source(quiet_noise, {{1e6}}, 3);
  bool last = source.measure({0})[0].base_first;
  for (int i = 0; i < 6; ++i) {
    const bool next = source.measure({0})[0].base_first;
    EXPECT_NE(next, last);
    last = next;
  }
}

TEST(noise_scenario, unknown_names_are_refused) {
  EXPECT_EQ(noise_named("hot").name, "hot");
  EXPECT_THROW(noise_named("warm"), usage_error);
}

TEST(order_bias, alternating_cancels_the_warm_up_and_blocks_do_not) {
  const double blocked = order_bias(side_order::blocked, 0.02, 10, 1000, 1);
  const double same_first = order_bias(side_order::same_first, 0.02, 10, 1000, 1);
  const double alternating = order_bias(side_order::alternating, 0.02, 10, 1000, 1);
  EXPECT_GT(blocked, 0.015);
  EXPECT_GT(same_first, 0.001);
  EXPECT_LT(std::abs(alternating), blocked / 50);
}

}  // namespace
}  // namespace warpmark::gate
