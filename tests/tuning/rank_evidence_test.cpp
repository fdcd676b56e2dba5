#include "tuning/surrogate/rank_evidence.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace warpmark::tuning {
namespace {

std::vector<double> rising(int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(i);
  return values;
}

// Ranks 1 2 3 and 1 3 2 have correlation 0.5; the odds are (1 - 0.25)^(-3/2) / sqrt(3).
TEST(rank_evidence, is_the_chance_by_schwarz_s_criterion) {
  const double odds = std::pow(0.75, -1.5) / std::sqrt(3.0);
  EXPECT_NEAR(chance_of_relation(std::vector{1.0, 2.0, 300.0}, std::vector{0.1, 7.0, 0.5}),
              odds / (1 + odds), 1e-12);
}

TEST(rank_evidence, is_nothing_where_one_falls_or_does_not_change) {
  const auto values = rising(20);
  const std::vector<double> falling(values.rbegin(), values.rend());
  EXPECT_EQ(chance_of_relation(values, falling), 0);
  EXPECT_EQ(chance_of_relation(values, std::vector<double>(20, 3.0)), 0);
  EXPECT_EQ(chance_of_relation(rising(2), rising(2)), 0);
}

TEST(rank_evidence, grows_with_their_number) {
  EXPECT_GT(chance_of_relation(rising(5), rising(5)), 0.9);
  EXPECT_GT(chance_of_relation(rising(20), rising(20)), 0.9999);
}

// Pairs of equal ones have the mean of their ranks: 1.5 1.5 3.5 3.5 against 1 2 3 4.
TEST(rank_evidence, shares_the_ranks_of_equal_values) {
  const double odds = std::pow(1 - 0.8, -2.0) / 2;
  EXPECT_NEAR(chance_of_relation(std::vector{5.0, 5.0, 6.0, 6.0}, rising(4)), odds / (1 + odds),
              1e-12);
}

}  // namespace
}  // namespace warpmark::tuning
