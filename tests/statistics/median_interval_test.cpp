#include "bench/statistics/median_interval.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/sample_summary.hpp"

namespace warpmark::statistics {
namespace {

struct expected_ranks {
  std::size_t n, lower, upper;
  double coverage;
};

// By hand from the binomial coefficients: n = 10 has P(X <= 1) = 11 / 1024 and P(X <= 2) = 56 /
// 1024.
TEST(median_interval, agrees_with_binomial_sums_by_hand) {
  for (const auto& want : std::vector<expected_ranks>{{6, 1, 6, 1 - 2.0 / 64},
                                                      {7, 1, 7, 1 - 2.0 / 128},
                                                      {9, 2, 8, 1 - 2 * 10.0 / 512},
                                                      {10, 2, 9, 1 - 2 * 11.0 / 1024},
                                                      {20, 6, 15, 1 - 2 * 21700.0 / 1048576}}) {
    const median_ranks got = median_interval_ranks(want.n);
    EXPECT_EQ(got.lower, want.lower) << want.n;
    EXPECT_EQ(got.upper, want.upper) << want.n;
    EXPECT_NEAR(got.coverage, want.coverage, 1e-12) << want.n;
  }
}

TEST(median_interval, matches_the_published_ranks_of_large_samples) {
  EXPECT_EQ(median_interval_ranks(100).lower, 40U);
  EXPECT_EQ(median_interval_ranks(100).upper, 61U);
  // 2^-5000 is not a double; the normal approximation gives 2500 - 1.96 * sqrt(5000) / 2 = 2430.7.
  EXPECT_NEAR(static_cast<double>(median_interval_ranks(5000).lower), 2431, 1);
}

TEST(median_interval, few_samples_give_the_range_and_its_coverage) {
  EXPECT_EQ(median_interval_ranks(5).lower, 1U);
  EXPECT_EQ(median_interval_ranks(5).upper, 5U);
  EXPECT_NEAR(median_interval_ranks(5).coverage, 0.9375, 1e-12);
  EXPECT_EQ(median_interval_ranks(1).coverage, 0);
  EXPECT_THROW(median_interval_ranks(0), std::invalid_argument);
}

TEST(median_interval, coverage_never_falls_short_from_six_samples_on) {
  for (std::size_t n = 6; n < 1200; ++n) {
    const median_ranks ranks = median_interval_ranks(n);
    EXPECT_GE(ranks.coverage, 0.95) << n;
    EXPECT_EQ(ranks.lower + ranks.upper, n + 1) << n;
    EXPECT_LT(ranks.lower, ranks.upper) << n;
  }
}

TEST(median_interval, takes_the_order_statistics_of_any_order) {
  const interval got = median_interval(std::vector<double>{5, 1, 4, 2, 3, 9, 8, 7, 6, 15});
  EXPECT_EQ(got.lo, 2);
  EXPECT_EQ(got.hi, 9);
  EXPECT_NEAR(got.confidence, 1 - 2 * 11.0 / 1024, 1e-12);
}

// By hand for n = 10: coverage 1 - 22/1024 of ranks 2 and 9, 1 - 112/1024 of 3 and 8, so that 95 %
// is the share I = (0.978516 - 0.95) / (90/1024) = 0.32444 of the way and lambda = 8 I / (2 + 6 I).
TEST(interpolated_median_interval, agrees_with_the_formula_by_hand) {
  const std::vector<double> samples{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const interval got = interpolated_median_interval(samples);
  const double share = (1 - 22.0 / 1024 - 0.95) / (90.0 / 1024);
  const double weight = 8 * share / (2 + 6 * share);
  EXPECT_NEAR(got.lo, 2 + weight, 1e-10);
  EXPECT_NEAR(got.hi, 9 - weight, 1e-10);
  EXPECT_EQ(got.confidence, 0.95);
}

TEST(interpolated_median_interval, lies_within_the_order_statistic_interval) {
  for (std::size_t n = 1; n < 60; ++n) {
    std::vector<double> samples(n);
    for (std::size_t i = 0; i < n; ++i) samples[i] = std::sqrt(static_cast<double>(i));
    const interval outer = median_interval(samples);
    const interval inner = interpolated_median_interval(samples);
    EXPECT_GE(inner.lo, outer.lo) << n;
    EXPECT_LE(inner.hi, outer.hi) << n;
    EXPECT_LE(inner.lo, inner.hi) << n;
  }
}

TEST(summarise, reads_any_order) {
  const std::vector<double> samples{5, 1, 4, 2, 3, 9, 8, 7, 6, 15};
  const sample_summary got = summarise(samples);
  EXPECT_EQ(got.n, 10U);
  EXPECT_DOUBLE_EQ(got.median, 5.5);
  EXPECT_DOUBLE_EQ(got.ci_lo, 2);
  EXPECT_DOUBLE_EQ(got.ci_hi, 9);
  EXPECT_DOUBLE_EQ(got.mean, 6);
  EXPECT_DOUBLE_EQ(got.min, 1);
  EXPECT_DOUBLE_EQ(got.p95, 12.3);
}

TEST(summarise, one_sample_is_its_own_interval) {
  const sample_summary got = summarise(std::vector<double>{3});
  EXPECT_EQ(got.ci_lo, 3);
  EXPECT_EQ(got.ci_hi, 3);
  EXPECT_THROW(summarise({}), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::statistics
