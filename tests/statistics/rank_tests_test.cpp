#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/midranks.hpp"
#include "bench/statistics/signed_rank_test.hpp"
#include "tests/statistics/reference.hpp"

namespace warpmark::statistics {
namespace {

TEST(midranks, ties_share_the_mean_of_their_ranks) {
  const std::vector<double> values{3, 1, 3, 2, 3};
  EXPECT_EQ(doubled_midranks(values), (std::vector<std::size_t>{8, 2, 8, 4, 8}));
  EXPECT_TRUE(doubled_midranks({}).empty());
}

TEST(signed_rank, agrees_with_scipy) {
  for (const auto& want : reference().at("one_sample")) {
    const std::vector<double> samples = reference_samples(want.at("samples"));
    for (const auto& [name, side] : sides) {
      EXPECT_NEAR(signed_rank_test(samples, 0, side).p_value,
                  want.at("signed_rank").at(name).get<double>(),
                  want.at("signed_rank_tolerance").get<double>())
          << want.at("samples") << name;
    }
  }
}

TEST(signed_rank, smallest_possible_value_is_two_to_the_minus_n) {
  for (const std::size_t n : {1, 5, 10, 15}) {
    std::vector<double> differences(n);
    for (std::size_t i = 0; i < n; ++i) differences[i] = 1 + static_cast<double>(i);
    const signed_rank_result got = signed_rank_test(differences, 0, alternative::greater);
    EXPECT_DOUBLE_EQ(got.p_value, std::exp2(-static_cast<double>(n)));
    EXPECT_DOUBLE_EQ(signed_rank_test(differences, 0, alternative::less).p_value, 1);
  }
}

TEST(signed_rank, zeros_are_left_out) {
  const std::vector<double> differences{0, 0, 1, 2, -3};
  const signed_rank_result got = signed_rank_test(differences);
  EXPECT_EQ(got.used, 3U);
  EXPECT_DOUBLE_EQ(got.statistic, 3);
  EXPECT_DOUBLE_EQ(signed_rank_test(std::vector<double>{2, 2}, 2).p_value, 1);
}

TEST(signed_rank, approximation_continues_the_exact_values) {
  std::vector<double> differences;
  for (int i = 1; i <= 50; ++i) differences.push_back(i % 3 == 0 ? -i : i + 0.5);
  const signed_rank_result exact = signed_rank_test(differences);
  differences.push_back(1e-6);
  const signed_rank_result normal = signed_rank_test(differences);
  EXPECT_TRUE(exact.exact);
  EXPECT_FALSE(normal.exact);
  EXPECT_NEAR(normal.p_value, exact.p_value, 1e-3);
}

}  // namespace
}  // namespace warpmark::statistics
