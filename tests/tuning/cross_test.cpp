#include "tuning/live/cross.hpp"

#include <set>

#include <gtest/gtest.h>

#include "bench/core/selection.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {
namespace {

TEST(cross, sizes_between_are_geometric_middles) {
  EXPECT_EQ(sizes_between({4096, 16384, 65536}), (std::vector<std::uint64_t>{8192, 32768}));
  EXPECT_EQ(sizes_between({1024, 2048}), (std::vector<std::uint64_t>{1448}));
  EXPECT_TRUE(sizes_between({7, 8}).empty());
  EXPECT_TRUE(sizes_between({7}).empty());
}

TEST(cross, winners_and_bases_meet_at_every_size_once) {
  const auto points = make_sweep(built_in_registry(),
                                 {.patterns = {"reduce/tree_sequential"},
                                  .problem = {{"n", "1024,4096"}},
                                  .config = {{"block", "256,512"}}},
                                 {})
                          .points;
  ASSERT_EQ(points.size(), 4u);
  const auto met =
      crossed({.winners = {points[1], points[0]}, .bases = {points[0]}}, {1024, 2048, 4096}, {});
  std::set<std::string> keys;
  for (const auto& item : met) keys.insert(item.key());
  EXPECT_EQ(met.size(), 6u);
  EXPECT_EQ(keys.size(), 6u);
}

}  // namespace
}  // namespace warpmark::tuning
