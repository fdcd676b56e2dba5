// Spaces too large to list: how much is asked and kept to count them and to draw from them. How
// long it takes is printed by tools/benchmarks.

#include <gtest/gtest.h>

#include "tests/space/small_spaces.hpp"

namespace warpmark::spaces {
namespace {

// How many of 0..9 in `axes` places sum to at most `limit`, by convolution.
std::uint64_t tuples_with_sum(int axes, std::uint32_t limit) {
  std::vector<std::uint64_t> ways = {1};
  for (int axis = 0; axis < axes; ++axis) {
    std::vector<std::uint64_t> next(ways.size() + 9, 0);
    for (std::size_t sum = 0; sum < ways.size(); ++sum)
      for (std::size_t value = 0; value < 10; ++value) next[sum + value] += ways[sum];
    ways = std::move(next);
  }
  std::uint64_t total = 0;
  for (std::size_t sum = 0; sum <= limit && sum < ways.size(); ++sum) total += ways[sum];
  return total;
}

std::uint64_t first_five_axes() {
  std::uint64_t count = 0;
  for (int a = 0; a < 10; ++a)
    for (int b = 0; b < 10; ++b)
      for (int c = 0; c < 10; ++c)
        for (int d = 0; d < 10; ++d)
          for (int e = 0; e < 10; ++e)
            count += a + b <= 13 && b + c <= 13 && c + d + e <= 21 ? 1u : 0u;
  return count;
}

TEST(large_space, of_billions_is_counted_with_few_questions_and_nodes) {
  auto rules_and_axes = testing::ten_axes();
  std::uint64_t questions = 0;
  const auto over =
      space::of_rules(rules_and_axes.axes, testing::counted(rules_and_axes.rules, questions));
  EXPECT_GT(over.count(), 1'000'000'000u);
  EXPECT_EQ(over.count(), first_five_axes() * tuples_with_sum(4, 28) * 10);
  EXPECT_LT(questions, 100'000u);
  EXPECT_LT(over.node_count(), 1'000u);
  random_source random(1);
  for (int i = 0; i < 10'000; ++i) {
    const auto index = over.sample(random);
    ASSERT_EQ(over.index_of(over.at(index)), index);
  }
}

TEST(large_space, of_one_entangled_group_is_counted_with_few_questions_and_nodes) {
  const auto tiles = testing::matrix_tiles();
  std::uint64_t questions = 0;
  const auto over = space::of_rules(tiles.axes, testing::counted(tiles.rules, questions));
  EXPECT_LT(questions, 1'000'000u);  // Of 3.3e10 tuples, and a million of the six tied axes.
  EXPECT_LT(over.node_count(), 10'000u);
  EXPECT_EQ(over.groups().size(), 6u);
  std::uint64_t tied = 0;
  for (unsigned m = 1; m <= 10; ++m)
    for (unsigned n = 1; n <= 10; ++n)
      for (unsigned k = 1; k <= 10; ++k)
        for (unsigned stages = 1; stages <= 10; ++stages)
          for (unsigned p = 1; p <= 10; ++p)
            for (unsigned q = 1; q <= 10; ++q)
              tied += (m + n) * k * stages <= 200 && p * q <= 32 && m % p == 0 && n % q == 0;
  EXPECT_EQ(over.count(), tied * 8 * 8 * 8 * 8 * 8);
}

}  // namespace
}  // namespace warpmark::spaces
