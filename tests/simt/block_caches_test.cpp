#include "simt/timing/block_caches.hpp"

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

namespace warpmark::simt {
namespace {

// Round latencies without spread: where a sector was found shows in its time.
constexpr std::uint64_t from_l1 = 30, from_l2 = 200, from_memory = 800;
constexpr cache_share ample = {.l1_bytes_per_warp = 4096, .l2_bytes = 1 << 20};

model::card_constants plain_card(double fetch_bytes = 64) {
  model::card_constants card;
  card.dram_fetch_bytes = fetch_bytes;
  card.l1_latency_cycles = from_l1;
  card.l2_latency_cycles = from_l2;
  card.dram_latency_cycles = from_memory;
  return card;
}

class caches_of_a_block : public ::testing::Test {
 protected:
  block_caches caches(const cache_share& shares = ample, bool all_in_l2 = false) {
    return {card_, shares, warm_, all_in_l2};
  }

  static access store_to(std::uint64_t sector) {
    access one;
    one.kind = access_kind::store;
    one.active = 1;
    one.address[0] = sector * sector_bytes;
    return one;
  }

  static std::uint64_t cycles(block_caches& of, std::uint32_t warp, std::uint64_t sector,
                              std::uint64_t issued) {
    return of.load(warp, sector, moment{.at = issued}).at.value() - issued;
  }

  model::card_constants card_ = plain_card();
  warm_memory warm_;
};

TEST_F(caches_of_a_block, a_miss_brings_the_neighbour_and_a_line_stays_in_l1) {
  block_caches of = caches();
  of.start(1);
  EXPECT_EQ(of.fetched_at_once(), 2u);
  EXPECT_EQ(cycles(of, 0, 8, 1000), from_memory);
  EXPECT_EQ(cycles(of, 0, 8, 5000), from_l1);
  EXPECT_EQ(cycles(of, 0, 9, 5000), from_l2);  // The neighbour has come to L2 alone.
  EXPECT_EQ(cycles(of, 0, 10, 5000), from_memory);
  EXPECT_EQ(of.sectors_from_memory(), 3u);
}

TEST_F(caches_of_a_block, a_sector_in_flight_arrives_once) {
  block_caches of = caches();
  of.start(2);
  EXPECT_EQ(cycles(of, 0, 0, 1000), from_memory);
  EXPECT_EQ(cycles(of, 1, 0, 1300), from_memory - 300);
  EXPECT_EQ(of.sectors_from_memory(), 1u);
  EXPECT_EQ(cycles(of, 0, 1, 1600), from_l2);
}

// The interpreter runs one warp to its end before the next.
TEST_F(caches_of_a_block, the_warp_that_loads_first_is_that_of_the_earlier_time) {
  block_caches of = caches();
  of.start(2);
  EXPECT_EQ(cycles(of, 0, 0, 5000), from_memory);
  EXPECT_EQ(cycles(of, 1, 0, 1000), from_memory);
}

TEST_F(caches_of_a_block, a_warp_loses_its_oldest_line) {
  block_caches of = caches({.l1_bytes_per_warp = 2 * 128, .l2_bytes = 1 << 20});
  of.start(1);
  for (const std::uint64_t line : {0, 1, 2}) cycles(of, 0, line * sectors_per_line, 0);
  EXPECT_EQ(cycles(of, 0, 2 * sectors_per_line, 9000), from_l1);
  EXPECT_EQ(cycles(of, 0, 0, 9000), from_l2);
  EXPECT_EQ(of.sectors_from_memory(), 3u);
}

TEST_F(caches_of_a_block, what_is_stored_is_found_in_l1_then_l2_then_memory) {
  constexpr std::uint64_t stored = 0;
  const auto after = [&](std::uint64_t loaded_sectors) {
    block_caches of = caches({.l1_bytes_per_warp = 512, .l2_bytes = 4096});
    of.start(1);
    of.store(store_to(stored), moment{.at = 100});
    for (std::uint64_t i = 0; i < loaded_sectors; ++i) cycles(of, 0, 1000 + i * 2, 200);
    return cycles(of, 0, stored, 9000);
  };
  EXPECT_EQ(after(0), from_l1);
  EXPECT_EQ(after(14), from_l1);  // 512 bytes are 16 sectors, of which the stored one is one.
  EXPECT_EQ(after(20), from_l2);
  EXPECT_EQ(after(62), from_l2);  // 4096 bytes are 64 pairs.
  EXPECT_EQ(after(70), from_memory);
}

TEST_F(caches_of_a_block, what_l2_has_lost_of_the_stores_is_counted) {
  block_caches of = caches({.l1_bytes_per_warp = 512, .l2_bytes = 1024});
  of.start(1);
  of.store(store_to(0), moment{.at = 100});
  for (std::uint64_t i = 0; i < 40; ++i) cycles(of, 0, 1000 + i * 2, 200);
  EXPECT_EQ(of.refetched_sectors(), 0u);
  cycles(of, 0, 0, 9000);
  EXPECT_EQ(of.refetched_sectors(), 2u);
  cycles(of, 0, 1, 20000);  // The other one of its pair has come with it.
  EXPECT_EQ(of.refetched_sectors(), 2u);
}

TEST_F(caches_of_a_block, memory_that_an_earlier_launch_touched_is_in_l2) {
  warm_.clear(1 << 20);
  warm_.note_fill({.address = 0, .length = 64 << 10});
  block_caches of = caches();
  of.start(1);
  EXPECT_EQ(cycles(of, 0, 4, 0), from_l2);
  EXPECT_EQ(of.fetched_sectors(), 0u);
  EXPECT_EQ(cycles(of, 0, 4 + (1 << 20), 0), from_memory);
}

TEST_F(caches_of_a_block, all_of_it_can_be_in_l2) {
  block_caches of = caches(ample, true);
  of.start(1);
  EXPECT_EQ(cycles(of, 0, 0, 0), from_l2);
  EXPECT_EQ(of.sectors_from_memory(), 0u);
}

TEST_F(caches_of_a_block, a_new_block_has_nothing) {
  block_caches of = caches();
  for (int block = 0; block < 2; ++block) {
    of.start(1);
    EXPECT_EQ(cycles(of, 0, 0, 0), from_memory);
    EXPECT_EQ(of.fetched_sectors(), 1u);
  }
}

TEST_F(caches_of_a_block, lines_differ_by_the_spread_and_keep_their_mean) {
  card_.dram_latency_spread_cycles = 100;
  block_caches of = caches();
  of.start(1);
  constexpr int lines = 1000;
  std::uint64_t sum = 0, least = ~std::uint64_t{0}, most = 0;
  for (std::uint64_t line = 0; line < lines; ++line) {
    const std::uint64_t taken = cycles(of, 0, line * sectors_per_line, 0);
    sum += taken;
    least = std::min(least, taken);
    most = std::max(most, taken);
  }
  EXPECT_NEAR(static_cast<double>(sum) / lines, from_memory, 5);
  EXPECT_NEAR(static_cast<double>(least), from_memory - 100.0, 2);
  EXPECT_GT(most, from_memory + 400);  // An exponential distribution's maximum of so many.
}

}  // namespace
}  // namespace warpmark::simt
