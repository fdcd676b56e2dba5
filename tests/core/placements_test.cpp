#include "bench/core/placements.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace warpmark {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;
constexpr std::size_t l2 = 60 * mib;

TEST(placements, few_of_large_buffers_and_16_of_small_ones) {
  EXPECT_EQ(placements_for(cache_state::cold, 16 << 10, l2), 16u);
  EXPECT_EQ(placements_for(cache_state::cold, 16 * mib, l2), 4u);
  EXPECT_EQ(placements_for(cache_state::cold, 1024 * mib, l2), 1u);
  EXPECT_EQ(placements_for(cache_state::cold, 0, l2), 16u);
}

TEST(placements, hot_ones_stay_in_l2_together) {
  EXPECT_EQ(placements_for(cache_state::hot, 4 * mib, l2), 3u);
  EXPECT_EQ(placements_for(cache_state::hot, 16 * mib, l2), 1u);
  EXPECT_EQ(placements_for(cache_state::hot, 1, 0), 1u) << "an L2 that is not known";
}

TEST(placements, rotated_ones_displace_each_other_or_it_is_said_that_they_do_not) {
  const std::size_t some = placements_for(cache_state::rotated, mib, l2);
  EXPECT_EQ(some, 121u);
  EXPECT_TRUE(displaces_l2(some, mib, l2));
  const std::size_t most = placements_for(cache_state::rotated, 1024, l2);
  EXPECT_EQ(most, 4096u);
  EXPECT_FALSE(displaces_l2(most, 1024, l2));
  EXPECT_TRUE(displaces_l2(120, mib, l2)) << "exactly twice the cache";
  EXPECT_FALSE(displaces_l2(119, mib, l2));
}

TEST(placement_order, is_random_by_its_seed) {
  const auto drawn = [](std::uint64_t seed) {
    placement_order order(cache_state::cold, 16, seed);
    std::vector<std::size_t> seen;
    seen.reserve(200);
    for (int i = 0; i < 200; ++i) seen.push_back(order.next());
    return seen;
  };
  EXPECT_EQ(drawn(1), drawn(1));
  EXPECT_NE(drawn(1), drawn(2));
  const auto seen = drawn(1);
  std::vector<int> counts(16);
  for (const std::size_t index : seen) ++counts.at(index);
  for (const int count : counts) EXPECT_GT(count, 0);
}

TEST(placement_order, goes_round_if_rotated) {
  placement_order order(cache_state::rotated, 3, 1);
  std::vector<std::size_t> seen;
  seen.reserve(6);
  for (int i = 0; i < 6; ++i) seen.push_back(order.next());
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 2, 0, 1, 2, 0}));
}

}  // namespace
}  // namespace warpmark
