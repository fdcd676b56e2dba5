// Fitted length scales against the true ones.

#include "tuning/surrogate/kernel_fit.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace warpmark::tuning {
namespace {

TEST(better_kernel, finds_what_matters) {
  random_source random(5);
  std::vector<std::vector<float>> points;
  std::vector<double> values;
  for (int i = 0; i < 60; ++i) {
    points.push_back({static_cast<float>(random.unit()), static_cast<float>(random.unit())});
    values.push_back(std::sin(9 * points.back()[0]));
  }
  const auto after = better_kernel(prior_kernel(2), points, values, 2, random);
  EXPECT_LT(after.log_lengths[0], 0);
  EXPECT_GT(after.log_lengths[1], std::log(2.5));
}

// More coordinates than a fit goes through, all the same point: nothing to learn, no failure.
TEST(better_kernel, takes_points_that_do_not_differ) {
  random_source random(5);
  const std::vector<std::vector<float>> points(20, std::vector<float>(40, 0.5f));
  const std::vector<double> values(20, 1.0);
  const auto found = better_kernel(prior_kernel(40), points, values, 2, random);
  for (const double length : found.log_lengths) EXPECT_TRUE(std::isfinite(length));
}

}  // namespace
}  // namespace warpmark::tuning
