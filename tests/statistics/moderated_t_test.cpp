#include "bench/statistics/moderated_t.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "tests/statistics/reference.hpp"

namespace warpmark::statistics {
namespace {

std::vector<double> column(const char* name) {
  return reference().at("moderated_t").at(name).get<std::vector<double>>();
}

TEST(moderated_t, agrees_with_the_formulas_in_scipy) {
  const auto& want = reference().at("moderated_t");
  const std::vector<double> variances = column("variances");
  const std::vector<double> dfs = column("dfs");
  const std::vector<double> means = column("means");
  const variance_prior prior = fit_variance_prior(variances, dfs);
  EXPECT_NEAR(prior.df, want.at("prior_df").get<double>(), 1e-8);
  EXPECT_NEAR(prior.variance, want.at("prior_variance").get<double>(), 1e-9);

  std::vector<sample_moments> points;
  for (std::size_t i = 0; i < means.size(); ++i) {
    points.push_back({static_cast<std::size_t>(dfs[i]) + 1, means[i], variances[i]});
  }
  const auto got = moderated_t_test(points, want.at("shift"), alternative::greater);
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_NEAR(got[i].statistic, column("t")[i], 1e-9) << i;
    EXPECT_NEAR(got[i].p_value, column("p_greater")[i], 1e-9) << i;
  }
}

TEST(moderated_t, equal_variances_are_pooled) {
  const std::vector<double> variances(6, 4.0);
  const std::vector<double> dfs(6, 3.0);
  const variance_prior prior = fit_variance_prior(variances, dfs);
  EXPECT_TRUE(std::isinf(prior.df));
  EXPECT_EQ(posterior_variance(9, 3, prior).variance, prior.variance);
  const std::vector<sample_moments> points(6, {4, 1, 4});
  // With any prior, six points of three degrees of freedom have at most 18.
  EXPECT_EQ(moderated_t_test(points)[0].df, 18);
}

TEST(moderated_t, a_point_of_equal_samples_borrows_a_variance) {
  std::vector<sample_moments> points(8, {5, 0.02, 1e-4});
  points[0].variance = 0;
  points[1].variance = 3e-3;
  const auto got = moderated_t_test(points);
  EXPECT_GT(got[0].standard_error, 0);
  EXPECT_LT(got[0].standard_error, got[1].standard_error);
}

TEST(moderated_t, refuses_what_has_no_prior) {
  const std::vector<double> none{0, 0};
  const std::vector<double> dfs{4, 4};
  EXPECT_THROW(fit_variance_prior(none, dfs), std::invalid_argument);
  EXPECT_THROW(fit_variance_prior(std::vector<double>{1}, std::vector<double>{4}),
               std::invalid_argument);
  EXPECT_THROW(fit_variance_prior(std::vector<double>{1, -1}, dfs), std::invalid_argument);
  EXPECT_THROW(fit_variance_prior(dfs, none), std::invalid_argument);
  EXPECT_THROW(fit_variance_prior(dfs, std::vector<double>{1}), std::invalid_argument);
  EXPECT_THROW(moderated_t_test(std::vector<sample_moments>(3, {1, 0, 0})), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::statistics
