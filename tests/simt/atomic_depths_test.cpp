#include "simt/memory/atomic_depths.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

namespace warpmark::simt {
namespace {

// Lanes 0 to 3 in sector 0, two of them at one address; lane 4 in the next sector.
struct five_lanes {
  lane_addresses address{0, 0, 4, 8, 32};
  std::uint32_t active = 0b11111;
};

TEST(atomic_depths, a_request_counts_once_per_sector_with_its_serialised_lanes) {
  const five_lanes given;
  atomic_depths depths;
  depths.add(given.address, given.active, /*folds=*/false, /*is_integer=*/false);
  EXPECT_EQ(depths.deepest().requests, 1u);
  EXPECT_EQ(depths.deepest().lanes, 2u);
  EXPECT_EQ(depths.deepest().integer_requests, 0u);
  EXPECT_EQ(depths.deepest().integer_lanes, 0u);
  EXPECT_EQ(depths.deepest_in(2).requests, 2u);
  EXPECT_EQ(depths.deepest_in(2).lanes, 3u);
}

TEST(atomic_depths, lanes_that_l2_combines_are_counted_apart) {
  const five_lanes given;
  atomic_depths depths, others;
  depths.add(given.address, given.active, /*folds=*/false, /*is_integer=*/true);
  EXPECT_EQ(depths.deepest().lanes, 2u);
  EXPECT_EQ(depths.deepest().integer_lanes, 1u);
  others.add(given.address, given.active, /*folds=*/true, /*is_integer=*/true);
  depths.merge(others);
  EXPECT_EQ(depths.deepest().integer_requests, 2u);
  EXPECT_EQ(depths.deepest().lanes, 3u);
  EXPECT_EQ(depths.deepest().integer_lanes, 1u);
}

TEST(atomic_depths, floats_are_found_beside_more_integers) {
  const five_lanes given;
  lane_addresses beside{};
  std::fill(std::begin(beside), std::end(beside), 64);
  atomic_depths depths;
  depths.add(given.address, given.active, /*folds=*/false, /*is_integer=*/false);
  depths.add(beside, given.active, /*folds=*/false, /*is_integer=*/true);
  EXPECT_EQ(depths.deepest().float_lanes(), 0u);
  EXPECT_EQ(depths.deepest_in(1, &atomic_depths::depth::float_lanes).float_lanes(), 2u);
}

TEST(atomic_depths, groups_do_not_depend_on_where_memory_lies) {
  const auto lanes_from = [](std::uint64_t base) {
    atomic_depths depths;
    // Sectors 0, 1, 2 and 3 with one, two, two and four lanes: of pairs the second has most.
    for (const auto& [sector, lanes] : {std::pair{0u, 1u}, {1u, 2u}, {2u, 2u}, {3u, 4u}}) {
      lane_addresses address{};
      std::fill(std::begin(address), std::end(address), base + sector * sector_bytes);
      depths.add(address, (1u << lanes) - 1, /*folds=*/false, /*is_integer=*/false);
    }
    return depths.deepest_in(2).lanes;
  };
  for (const std::uint64_t base : {0, 32, 256, 704}) EXPECT_EQ(lanes_from(base), 6u) << base;
}

}  // namespace
}  // namespace warpmark::simt
