#include "bench/statistics/multiple_testing.hpp"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "tests/statistics/reference.hpp"

namespace warpmark::statistics {
namespace {

void expect_near(const std::vector<double>& got, const std::vector<double>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], want[i], 1e-12) << i;
}

TEST(multiple_testing, agrees_with_scipy) {
  const auto& want = reference().at("adjusted");
  const std::vector<double> p = want.at("p");
  expect_near(holm_adjusted(p), want.at("holm"));
  expect_near(benjamini_hochberg_adjusted(p), want.at("benjamini_hochberg"));
}

// Benjamini & Hochberg (1995), section 3.2: 15 tests, of which four are rejected at q = 5 % and
// Holm, like Bonferroni, rejects three at alpha = 5 %.
TEST(multiple_testing, agrees_with_the_published_example) {
  const std::vector<double> p{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                              0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000};
  const auto rejected = [](const std::vector<double>& adjusted) {
    int count = 0;
    for (const double value : adjusted) count += value <= 0.05;
    return count;
  };
  EXPECT_EQ(rejected(benjamini_hochberg_adjusted(p)), 4);
  EXPECT_EQ(rejected(holm_adjusted(p)), 3);
}

// Bonferroni would give 0.04, 0.08, 0.1 and 0.12; the third may not be below the second.
TEST(multiple_testing, holm_steps_down_and_never_falls) {
  expect_near(holm_adjusted(std::vector<double>{0.03, 0.01, 0.025, 0.02}),
              {0.06, 0.04, 0.06, 0.06});
  expect_near(holm_adjusted(std::vector<double>{0.2, 0.01}), {0.2, 0.02});
  expect_near(holm_adjusted(std::vector<double>{0.01, 0.04, 0.9}), {0.03, 0.08, 0.9});
  expect_near(holm_adjusted(std::vector<double>{0.4, 0.6}), {0.8, 0.8});
}

TEST(multiple_testing, edges_and_bad_values) {
  EXPECT_TRUE(holm_adjusted({}).empty());
  EXPECT_TRUE(benjamini_hochberg_adjusted({}).empty());
  expect_near(holm_adjusted(std::vector<double>{0.2}), {0.2});
  expect_near(holm_adjusted(std::vector<double>{0.9, 0.9}), {1, 1});
  EXPECT_THROW(holm_adjusted(std::vector<double>{-0.1}), std::invalid_argument);
  EXPECT_THROW(benjamini_hochberg_adjusted(std::vector<double>{1.1}), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::statistics
