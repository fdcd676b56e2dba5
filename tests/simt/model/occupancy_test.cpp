#include "simt/model/occupancy.hpp"

#include <gtest/gtest.h>

#include "simt/model/architecture_limits.hpp"

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

// What chains of loads of growing size found in L1 on an H100, beside blocks of 1024 threads with 4
// to 140 KiB of shared memory, and of 64 threads with 16 bytes or 4 KiB.
TEST(occupancy, l1_has_what_the_shared_memory_of_all_resident_blocks_leaves) {
  const device_limits hopper;
  const auto kib_left = [&](int blocks, std::size_t shared_kib) {
    const auto resident = static_cast<std::size_t>(blocks);
    return l1_bytes(hopper, resident * taken_shared_bytes(hopper, shared_kib << 10)) >> 10;
  };
  EXPECT_EQ(kib_left(2, 0), 248u);
  EXPECT_EQ(kib_left(2, 4), 240u);
  EXPECT_EQ(kib_left(2, 16), 192u);
  EXPECT_EQ(kib_left(2, 33), 156u);
  EXPECT_EQ(kib_left(2, 50), 124u);
  EXPECT_EQ(kib_left(2, 100), 28u);
  EXPECT_EQ(kib_left(1, 140), 92u);
  EXPECT_EQ(kib_left(32, 0), 224u);
  EXPECT_EQ(kib_left(32, 4), 92u);
  EXPECT_EQ(l1_bytes(hopper, 32 * taken_shared_bytes(hopper, 16)) >> 10, 192u);
}

TEST(occupancy, l1_is_divided_by_architecture) {
  const auto left = [](const char* architecture, std::size_t shared_kib) {
    return l1_bytes(*limits_of_architecture(architecture), shared_kib << 10) >> 10;
  };
  EXPECT_EQ(left("sm_70", 70), 32u);
  EXPECT_EQ(left("sm_75", 0), 64u);
  EXPECT_EQ(left("sm_75", 33), 32u);
  EXPECT_EQ(left("sm_80", 101), 60u);
  EXPECT_EQ(left("sm_86", 20), 96u);
  EXPECT_EQ(left("sm_89", 100), 28u);
  EXPECT_EQ(left("sm_90a", 200), 28u);
  device_limits unknown;
  unknown.architecture = "sm_999";
  EXPECT_EQ(l1_bytes(unknown, 100 << 10), 128u << 10);
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
