#include "simt/model/occupancy.hpp"

#include <gtest/gtest.h>

namespace warpmark::model {
namespace {

TEST(occupancy, threads_blocks_registers_and_shared_memory_limit_in_turn) {
  const device_limits hopper;
  EXPECT_EQ(resident_blocks(hopper, 16, 32, 0), 32);   // blocks a multiprocessor
  EXPECT_EQ(resident_blocks(hopper, 16, 1024, 0), 2);  // threads
  EXPECT_EQ(resident_blocks(hopper, 64, 256, 0), 4);   // 64 Ki registers over 8 warps of 2 Ki
  EXPECT_EQ(resident_blocks(hopper, 33, 1024, 0), 1);  // 40 a thread once rounded up
  EXPECT_EQ(resident_blocks(hopper, 36, 256, 0), 6);   // 12 warps of 1280 in each partition
  EXPECT_EQ(resident_blocks(hopper, 16, 128, 48 << 10), 4);
  EXPECT_EQ(resident_blocks(hopper, 16, 128, 57 << 10), 3);  // 58 KiB each with what is reserved
  EXPECT_EQ(resident_blocks(hopper, 16, 128, 228 << 10), 0);
  EXPECT_EQ(resident_blocks(hopper, 16, 2048, 0), 0);
}

TEST(occupancy, one_block_may_have_all_shared_memory_where_nothing_is_reserved) {
  device_limits turing;
  turing.max_shared_bytes_per_block_optin = turing.shared_bytes_per_multiprocessor = 64 << 10;
  EXPECT_EQ(resident_blocks(turing, 16, 128, 64 << 10), 1);
  EXPECT_EQ(resident_blocks(turing, 16, 128, 32 << 10), 2);
  EXPECT_EQ(resident_blocks(turing, 16, 64, 0), 32);
}

}  // namespace
}  // namespace warpmark::model
