#include "bench/core/index_permutation.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace warpmark {
namespace {

std::vector<std::uint64_t> all_of(std::uint64_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const index_permutation order(count, random);
  std::vector<std::uint64_t> result;
  for (std::uint64_t place = 0; place < count; ++place) result.push_back(order(place));
  return result;
}

class index_permutation_of : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(index_permutation_of, has_each_number_once) {
  auto numbers = all_of(GetParam(), 1);
  std::sort(numbers.begin(), numbers.end());
  for (std::uint64_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], i);
}

INSTANTIATE_TEST_SUITE_P(counts, index_permutation_of,
                         ::testing::Values(0, 1, 2, 3, 1000, 65'536, 65'537, 100'000, 262'144,
                                           262'145));

TEST(index_permutation, is_the_same_for_a_seed_and_another_for_another) {
  for (const std::uint64_t count : {1000u, 100'000u}) {
    EXPECT_EQ(all_of(count, 1), all_of(count, 1));
    EXPECT_NE(all_of(count, 1), all_of(count, 2));
  }
}

TEST(index_permutation, leaves_things_in_order_by_default) {
  EXPECT_EQ(index_permutation()(12'345'678'901), 12'345'678'901u);
}

TEST(index_permutation, of_three_has_all_six_orders_as_often) {
  std::map<std::vector<std::uint64_t>, int> seen;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) ++seen[all_of(3, seed)];
  ASSERT_EQ(seen.size(), 6u);
  for (const auto& [order, times] : seen) EXPECT_NEAR(times, 1000, 150);  // Five deviations.
}

// Beyond what is shuffled: where a hundred neighbours go has nothing to do with where they were.
TEST(index_permutation, spreads_neighbours_over_a_large_range) {
  constexpr std::uint64_t count = 1'000'000'000'007;
  std::mt19937_64 random(1);
  const index_permutation order(count, random);
  std::set<std::uint64_t> tenths;
  double sum = 0;
  for (std::uint64_t place = 0; place < 1000; ++place) {
    const auto number = order(place);
    ASSERT_LT(number, count);
    tenths.insert(number / (count / 10));
    sum += static_cast<double>(number);
  }
  EXPECT_GE(tenths.size(), 10u);
  EXPECT_NEAR(sum / 1000 / count, 0.5, 0.05);  // Five deviations of a mean of uniform numbers.
}

}  // namespace
}  // namespace warpmark
