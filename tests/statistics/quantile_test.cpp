#include "bench/statistics/quantile.hpp"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/sample_checks.hpp"
#include "tests/statistics/reference.hpp"

namespace warpmark::statistics {
namespace {

TEST(quantile, interpolates_as_type_seven) {
  const std::vector<double> sorted{10, 20, 30, 40};
  EXPECT_DOUBLE_EQ(quantile(sorted, 0), 10);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.5), 25);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.05), 11.5);
  EXPECT_DOUBLE_EQ(quantile(sorted, 1), 40);
  EXPECT_THROW(quantile({}, 0.5), std::invalid_argument);
  EXPECT_THROW(quantile(sorted, 1.01), std::invalid_argument);
}

TEST(quantile, is_linear_between_neighbours_of_unequal_distance) {
  const std::vector<double> sorted{0, 1, 10, 100};
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.25), 0.75);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.5), 5.5);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.75), 32.5);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.95), 86.5);
  EXPECT_DOUBLE_EQ(quantile(std::vector<double>{7}, 0.95), 7);
}

TEST(quantile, the_median_is_the_middle_sample_or_the_mean_of_the_middle_two) {
  EXPECT_DOUBLE_EQ(median(std::vector<double>{100, 0, 1}), 1);
  EXPECT_DOUBLE_EQ(median(std::vector<double>{100, 0, 10, 1}), 5.5);
  EXPECT_DOUBLE_EQ(median(std::vector<double>{3, 1}), 2);
}

TEST(quantile, all_kinds_agree_with_scipy) {
  for (const auto& want : reference().at("quantiles")) {
    const std::vector<double> samples = reference_samples(want.at("samples"));
    const std::vector<double> sorted = ascending(samples);
    for (const auto& item : want.at("type7")) {
      EXPECT_NEAR(quantile(sorted, item[0]), item[1].get<double>(), 1e-12) << item;
    }
  }
}

}  // namespace
}  // namespace warpmark::statistics
