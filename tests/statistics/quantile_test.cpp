#include "bench/statistics/quantile.hpp"

#include <numeric>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/harrell_davis.hpp"
#include "bench/statistics/quantile_interval.hpp"
#include "bench/statistics/sample_checks.hpp"
#include "tests/statistics/reference.hpp"

namespace warpmark::statistics {
namespace {

TEST(QuantileTest, InterpolatesAsTypeSeven) {
  const std::vector<double> sorted{10, 20, 30, 40};
  EXPECT_DOUBLE_EQ(quantile(sorted, 0), 10);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.5), 25);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.05), 11.5);
  EXPECT_DOUBLE_EQ(quantile(sorted, 1), 40);
  EXPECT_THROW(quantile({}, 0.5), std::invalid_argument);
  EXPECT_THROW(quantile(sorted, 1.01), std::invalid_argument);
}

TEST(QuantileTest, AllKindsAgreeWithScipy) {
  for (const auto& want : reference().at("quantiles")) {
    const std::vector<double> samples = reference_samples(want.at("samples"));
    const std::vector<double> sorted = ascending(samples);
    for (const auto& each : want.at("type7")) {
      EXPECT_NEAR(quantile(sorted, each[0]), each[1].get<double>(), 1e-12) << each;
    }
    for (const auto& each : want.at("harrell_davis")) {
      EXPECT_NEAR(harrell_davis(samples, each[0]), each[1].get<double>(), 1e-10) << each;
    }
  }
}

// scipy's interval belongs to a test whose two tails are each at most 2.5 %, as ours.
TEST(QuantileIntervalTest, AgreesWithScipyWhereBothEndsExist) {
  int compared = 0;
  for (const auto& want : reference().at("quantiles")) {
    const std::vector<double> samples = reference_samples(want.at("samples"));
    for (const auto& each : want.at("intervals")) {
      if (each[1].is_null() || each[2].is_null()) continue;
      const interval got = quantile_interval(samples, each[0]);
      EXPECT_EQ(got.lo, each[1].get<double>()) << want.at("samples") << each;
      EXPECT_EQ(got.hi, each[2].get<double>()) << want.at("samples") << each;
      EXPECT_GE(got.confidence, 0.95);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 14);
}

TEST(QuantileIntervalTest, SaysHowMuchTooFewSamplesCover) {
  // No sample of 20 bounds the 95 % quantile from above: P(all below it) = 0.95^20 = 35.8 %.
  const quantile_ranks ranks = quantile_interval_ranks(20, 0.95);
  EXPECT_EQ(ranks.upper, 20U);
  EXPECT_NEAR(ranks.coverage, 1 - 0.3585 - 0.0159, 1e-4);
  EXPECT_GE(quantile_interval_ranks(73, 0.95).coverage, 0.95);
  EXPECT_EQ(quantile_interval_ranks(1, 0.5).coverage, 0);
  EXPECT_THROW(quantile_interval_ranks(0, 0.5), std::invalid_argument);
  EXPECT_THROW(quantile_interval_ranks(9, 1), std::invalid_argument);
}

TEST(HarrellDavisTest, WeightsAddUpAndAreSymmetricForTheMedian) {
  for (const std::size_t n : {1, 2, 5, 100}) {
    const std::vector<double> weights = harrell_davis_weights(n, 0.5);
    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-12);
    EXPECT_NEAR(weights.front(), weights.back(), 1e-12);
  }
  EXPECT_DOUBLE_EQ(harrell_davis(std::vector<double>{4, 4, 4}), 4);
  EXPECT_DOUBLE_EQ(harrell_davis(std::vector<double>{7}, 0.9), 7);
}

}  // namespace
}  // namespace warpmark::statistics
