#include "bench/backends/simt_backend.hpp"

#include <gtest/gtest.h>

namespace warpmark {
namespace {

TEST(simt_backend, is_a_device_without_a_clock) {
  simt_backend machine({});
  EXPECT_EQ(machine.device().compute_capability, "9.0");
  EXPECT_EQ(machine.device().name, "simt (sm_90 model)");
  EXPECT_TRUE(machine.device().limits.interpreted);
  EXPECT_FALSE(machine.capabilities().takes_time);
  EXPECT_FALSE(machine.times_kernels());
}

TEST(simt_backend, fills_with_scalars_and_refuses_native_code) {
  simt_backend machine({});
  const auto buffer = machine.allocate(16);
  machine.fill(buffer, scalar_argument::of(std::uint64_t{7}), 2);
  std::vector<std::uint64_t> values(2);
  machine.download(std::as_writable_bytes(std::span(values)), buffer);
  EXPECT_EQ(values, (std::vector<std::uint64_t>{7, 7}));
  EXPECT_THROW(machine.call({.name = "cub::DeviceScan", .buffers = {}, .call = {}}, {}),
               unsupported_kernel);
}

}  // namespace
}  // namespace warpmark
