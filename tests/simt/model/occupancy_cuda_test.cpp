// Resident blocks against CUDA's own calculator, the public header cuda_occupancy.h of the toolkit.

#include <array>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "simt/model/architecture_limits.hpp"
#include "simt/model/occupancy.hpp"

#ifdef WARPMARK_CUDA_OCCUPANCY
#include <cuda_occupancy.h>
#endif

namespace warpmark::model {
namespace {

#ifdef WARPMARK_CUDA_OCCUPANCY

struct capability {
  int major, minor;
  std::string architecture() const { return "sm_" + std::to_string(major) + std::to_string(minor); }
};

constexpr std::array<capability, 10> capabilities = {
    {{7, 5}, {8, 0}, {8, 6}, {8, 7}, {8, 9}, {9, 0}, {10, 0}, {10, 3}, {12, 0}, {12, 1}}};

cudaOccDeviceProp properties_of(const capability& capability, const device_limits& limits) {
  cudaOccDeviceProp properties{};
  properties.computeMajor = capability.major;
  properties.computeMinor = capability.minor;
  properties.maxThreadsPerBlock = limits.max_threads_per_block;
  properties.maxThreadsPerMultiprocessor = limits.max_threads_per_multiprocessor;
  properties.regsPerBlock = properties.regsPerMultiprocessor = limits.registers_per_multiprocessor;
  properties.warpSize = limits.warp_threads;
  properties.sharedMemPerBlock = limits.max_shared_bytes_per_block;
  properties.sharedMemPerMultiprocessor = limits.shared_bytes_per_multiprocessor;
  properties.numSms = limits.multiprocessors;
  properties.sharedMemPerBlockOptin = limits.max_shared_bytes_per_block_optin;
  properties.reservedSharedMemPerBlock = capability.major >= 8 ? 1024 : 0;
  return properties;
}

int cuda_blocks(const cudaOccDeviceProp& properties, int registers, int threads,
                std::size_t shared_bytes, int barriers) {
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = properties.maxThreadsPerBlock;
  attributes.numRegs = registers;
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  attributes.maxDynamicSharedSizeBytes = properties.sharedMemPerBlockOptin;
  attributes.numBlockBarriers = barriers;
  const cudaOccDeviceState state;
  cudaOccResult result{};
  const auto status = cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes,
                                                              &state, threads, shared_bytes);
  EXPECT_EQ(status, CUDA_OCC_SUCCESS);
  return result.activeBlocksPerMultiprocessor;
}

// The calculator limits blocks by barriers from 9.0 on only.
TEST(occupancy, is_that_of_the_toolkit_on_every_architecture) {
  constexpr std::array<std::size_t, 18> shared_sizes = {
      0,     1,      100,    1024,   2944,   4096,      6528,      8192,       12'000,
      16384, 24'000, 32'768, 40'000, 49'152, 64 * 1024, 99 * 1024, 163 * 1024, 227 * 1024};
  int compared = 0;
  for (const auto& capability : capabilities) {
    const auto limits = limits_of_architecture(capability.architecture());
    ASSERT_TRUE(limits) << capability.architecture();
    const cudaOccDeviceProp properties = properties_of(capability, *limits);
    for (int threads = 32; threads <= 1024; threads += threads < 256 ? 16 : 96)
      for (int registers = 16; registers <= 255; registers += 7)
        for (const std::size_t shared_bytes : shared_sizes) {
          if (shared_bytes > limits->max_shared_bytes_per_block_optin) continue;
          for (const int barriers : {1, 3}) {
            const int here =
                resident_blocks(*limits, registers, static_cast<std::uint32_t>(threads),
                                shared_bytes, capability.major >= 9 ? barriers : 1);
            ASSERT_EQ(here, cuda_blocks(properties, registers, threads, shared_bytes, barriers))
                << capability.architecture() << ": " << threads << " threads, " << registers
                << " registers, " << shared_bytes << " bytes, " << barriers << " barriers";
            ++compared;
          }
        }
  }
  EXPECT_GT(compared, 100'000);
}

#else

TEST(occupancy, is_that_of_the_toolkit_on_every_architecture) {
  GTEST_SKIP() << "no cuda_occupancy.h: configure with a CUDA toolkit";
}

#endif

TEST(occupancy, rounds_shared_memory_as_the_architecture_does) {
  // 64 KiB per multiprocessor of 7.5 in units of 256 bytes: nine blocks of 6656, ten of 6528.
  EXPECT_EQ(resident_blocks(*limits_of_architecture("sm_75"), 16, 64, 6528), 9);
  EXPECT_EQ(resident_blocks(*limits_of_architecture("sm_75"), 16, 64, 6400), 10);
}

TEST(occupancy, shares_named_barriers_among_blocks) {
  const auto consumer = *limits_of_architecture("sm_120"),
             hopper = *limits_of_architecture("sm_90");
  EXPECT_EQ(resident_blocks(consumer, 16, 32, 0, 2), 12);
  EXPECT_EQ(resident_blocks(hopper, 16, 32, 0, 2), 32);
  EXPECT_EQ(resident_blocks(hopper, 16, 32, 0, 16), 4);
}

}  // namespace
}  // namespace warpmark::model
