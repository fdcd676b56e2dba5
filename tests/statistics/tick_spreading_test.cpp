#include "bench/statistics/tick_spreading.hpp"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/quantile.hpp"

namespace warpmark::statistics {
namespace {

void expect_spread(const std::vector<double>& samples, double tick,
                   const std::vector<double>& want) {
  const std::vector<double> got = spread_over_ticks(samples, tick);
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], want[i], 1e-9) << i;
}

TEST(tick_spreading, samples_of_one_tick_fill_it_evenly_about_its_reading) {
  expect_spread({100, 100, 100, 100}, 32, {88, 96, 104, 112});
  expect_spread({100, 100, 100}, 30, {90, 100, 110});
}

TEST(tick_spreading, a_lone_sample_stays) { expect_spread({64, 32, 96}, 32, {32, 64, 96}); }

TEST(tick_spreading, neighbouring_ticks_meet_and_do_not_overlap) {
  expect_spread({64, 32, 64, 32}, 32, {24, 40, 56, 72});
}

TEST(tick_spreading, readings_within_the_clocks_rounding_are_equal) {
  expect_spread({100.0, 100.001}, 32, {92, 108});
  expect_spread({100, 107.9}, 32, {92, 108});
  expect_spread({100, 108}, 32, {100, 108});
}

TEST(tick_spreading, without_a_tick_only_the_order_changes) {
  expect_spread({3, 1, 3, 2}, 0, {1, 2, 3, 3});
}

// The median of grouped data: lower limit + (n/2 - below) / inside * width = 24 + 16 (2.5 - 1) / 3.
TEST(tick_spreading, the_median_is_that_of_grouped_data) {
  EXPECT_NEAR(median(spread_over_ticks(std::vector<double>{16, 32, 32, 32, 48}, 16)), 32, 1e-9);
  EXPECT_NEAR(median(spread_over_ticks(std::vector<double>{16, 16, 32, 32, 32}, 16)),
              24 + 16 * 0.5 / 3, 1e-9);
}

TEST(tick_spreading, refuses_no_samples) {
  EXPECT_THROW(spread_over_ticks({}, 1), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::statistics
