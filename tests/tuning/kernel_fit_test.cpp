// The loss of a kernel against its formula; fitted length scales against the true ones.

#include "tuning/surrogate/kernel_fit.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tuning/surrogate/kernel_posterior.hpp"

namespace warpmark::tuning {
namespace {

// Two observations, of which all can be computed by hand.
TEST(kernel_posterior, is_the_negative_log_posterior) {
  const matern_kernel kernel{{std::log(2.0)}, std::log(1e-2)};
  const double r = std::sqrt(5.0) * 0.5, c = (1 + r + r * r / 3) * std::exp(-r), d = 1.01;
  // By symmetry the mean is the middle, 2; the residuals -1 and 1 are an eigenvector of K.
  const double variance = 2 / (d - c) / 2, half_log_det = 0.5 * std::log(d * d - c * c);
  const double prior =
      std::pow(std::log(2.0 / 1.5), 2) / 2 + std::pow(std::log(10.0), 2) / (2 * 1.5 * 1.5);
  const std::vector<double> values = {1, 3};
  EXPECT_NEAR(kernel_posterior({{0}, {1}}, values).loss(kernel),
              std::log(variance) + half_log_det + prior, 1e-4);
}

TEST(better_kernel, finds_what_matters) {
  random_source random(5);
  std::vector<std::vector<float>> points;
  std::vector<double> values;
  for (int i = 0; i < 60; ++i) {
    points.push_back({static_cast<float>(random.unit()), static_cast<float>(random.unit())});
    values.push_back(std::sin(9 * points.back()[0]));
  }
  const auto before = prior_kernel(2);
  const auto after = better_kernel(before, points, values, 2, random);
  const kernel_posterior posterior(points, values);
  EXPECT_LT(posterior.loss(after), posterior.loss(before) - 10);
  EXPECT_LT(after.log_lengths[0], 0);
  EXPECT_GT(after.log_lengths[1], std::log(1.5));
}

// More coordinates than a fit goes through, all the same point: nothing to learn, no failure.
TEST(better_kernel, takes_points_that_do_not_differ) {
  random_source random(5);
  const std::vector<std::vector<float>> points(20, std::vector<float>(40, 0.5f));
  const std::vector<double> values(20, 1.0);
  const auto found = better_kernel(prior_kernel(40), points, values, 2, random);
  EXPECT_TRUE(std::isfinite(kernel_posterior(points, values).loss(found)));
}

}  // namespace
}  // namespace warpmark::tuning
