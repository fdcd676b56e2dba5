#include "bench/statistics/t_test.hpp"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/equivalence.hpp"
#include "tests/statistics/reference.hpp"

namespace warpmark::statistics {
namespace {

TEST(MomentsTest, KeepTheDigitsOfASmallVariance) {
  const sample_moments got = moments_of(std::vector<double>{1e9 + 1, 1e9 + 2, 1e9 + 3});
  EXPECT_DOUBLE_EQ(got.mean, 1e9 + 2);
  EXPECT_DOUBLE_EQ(got.variance, 1);
  EXPECT_EQ(moments_of(std::vector<double>(7, 0.1)).variance, 0);
  EXPECT_THROW(moments_of(std::vector<double>{1}), std::invalid_argument);
}

TEST(TTest, AgreesWithScipy) {
  for (const auto& want : reference().at("one_sample")) {
    const auto samples = reference_samples(want.at("samples"));
    for (const auto& [name, side] : sides) {
      const double p = want.at("t").at(name);
      EXPECT_NEAR(t_test(samples, 0, side).p_value, p, 1e-10 * p);
    }
    const interval range = t_test(samples).range();
    EXPECT_NEAR(range.lo, want.at("t_interval")[0].get<double>(), 1e-10);
    EXPECT_NEAR(range.hi, want.at("t_interval")[1].get<double>(), 1e-10);
    EXPECT_NEAR(equivalence_test(t_test(samples), -0.5, 1.5).p_value, want.at("tost").get<double>(),
                1e-10);
  }
}

TEST(TTest, WithoutSpreadOnlyTheMeanDecides) {
  const std::vector<double> equal(4, 2.0);
  EXPECT_EQ(t_test(equal, 2).p_value, 1);
  EXPECT_EQ(t_test(equal, 1).p_value, 0);
  EXPECT_EQ(t_test(equal, 1, alternative::less).p_value, 1);
  EXPECT_EQ(welch_test(equal, equal).p_value, 1);
}

TEST(WelchTest, AgreesWithScipy) {
  for (const auto& want : reference().at("two_samples")) {
    const auto first = reference_samples(want.at("first"));
    const auto second = reference_samples(want.at("second"));
    EXPECT_NEAR(welch_test(first, second).df, want.at("welch_df").get<double>(), 1e-9);
    for (const auto& [name, side] : sides) {
      const double p = want.at("welch").at(name);
      EXPECT_NEAR(welch_test(first, second, 0, side).p_value, p, 1e-10 * p + 1e-300);
    }
  }
}

TEST(EquivalenceTest, HoldsExactlyWhenTheNinetyPercentIntervalIsInside) {
  const t_result measured = t_test(reference_samples("twelve"));
  const interval range = measured.range(0.90);
  EXPECT_NEAR(equivalence_test(measured, range.lo, range.hi + 1).p_value, 0.05, 1e-9);
  EXPECT_NEAR(equivalence_test(measured, range.lo - 1, range.hi).p_below_high, 0.05, 1e-9);
  EXPECT_GT(equivalence_test(measured, range.lo + 0.1, range.hi).p_value, 0.05);
  EXPECT_THROW(equivalence_test(measured, 1, 1), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::statistics
