#include "bench/model/occupancy.hpp"

#include <gtest/gtest.h>

namespace warpmark::model {
namespace {

TEST(occupancy, threads_blocks_registers_and_shared_memory_limit_in_turn) {
  const device_limits hopper;
  EXPECT_EQ(resident_blocks(hopper, 16, 32, 0), 32);   // blocks a multiprocessor
  EXPECT_EQ(resident_blocks(hopper, 16, 1024, 0), 2);  // threads
  EXPECT_EQ(resident_blocks(hopper, 64, 256, 0), 4);   // 64 Ki registers over 8 warps of 2 Ki
  EXPECT_EQ(resident_blocks(hopper, 33, 1024, 0), 1);  // 40 a thread once rounded up
  EXPECT_EQ(resident_blocks(hopper, 16, 128, 48 << 10), 4);
  EXPECT_EQ(resident_blocks(hopper, 16, 128, 228 << 10), 0);
  EXPECT_EQ(resident_blocks(hopper, 16, 2048, 0), 0);
}

}  // namespace
}  // namespace warpmark::model
