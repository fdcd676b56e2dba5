#include "bench/statistics/t_test.hpp"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "tests/statistics/reference.hpp"

namespace warpmark::statistics {
namespace {

TEST(moments, keep_the_digits_of_a_small_variance) {
  const sample_moments got = moments_of(std::vector<double>{1e9 + 1, 1e9 + 2, 1e9 + 3});
  EXPECT_DOUBLE_EQ(got.mean, 1e9 + 2);
  EXPECT_DOUBLE_EQ(got.variance, 1);
  EXPECT_EQ(moments_of(std::vector<double>(7, 0.1)).variance, 0);
  EXPECT_THROW(moments_of(std::vector<double>{1}), std::invalid_argument);
}

TEST(t_test, agrees_with_scipy) {
  for (const auto& want : reference().at("one_sample")) {
    const auto samples = reference_samples(want.at("samples"));
    for (const auto& [name, side] : sides) {
      const double p = want.at("t").at(name);
      EXPECT_NEAR(t_test(samples, 0, side).p_value, p, 1e-10 * p);
    }
    const interval range = t_test(samples).range();
    EXPECT_NEAR(range.lo, want.at("t_interval")[0].get<double>(), 1e-10);
    EXPECT_NEAR(range.hi, want.at("t_interval")[1].get<double>(), 1e-10);
  }
}

TEST(t_test, without_spread_only_the_mean_decides) {
  const std::vector<double> equal(4, 2.0);
  EXPECT_EQ(t_test(equal, 2).p_value, 1);
  EXPECT_EQ(t_test(equal, 1).p_value, 0);
  EXPECT_EQ(t_test(equal, 1, alternative::less).p_value, 1);
}

}  // namespace
}  // namespace warpmark::statistics
