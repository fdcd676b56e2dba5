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

// Counts to 1000 in one warp: some thousand instructions.
constexpr const char* counting = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry counting()
{
  .reg .u32 %r<2>;
  .reg .pred %p<2>;
  mov.u32 %r1, 0;
L:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, 1000;
  @%p1 bra L;
  ret;
}
)";

TEST(simt_backend, stops_what_its_instructions_alone_make_too_slow) {
  simt_backend machine({});
  const auto kernel = machine.load({.lowered_name = "counting", .ptx = counting});
  const auto run = [&] {
    machine.enqueue(kernel, {.grid = {1000}, .block = {32}}, {});
    machine.synchronize();
  };
  // 132 multiprocessors of an H200 issue 4 per cycle each: some 3 us.
  machine.limit_modelled_time(20e3, "the best");
  EXPECT_NO_THROW(run());
  machine.limit_modelled_time(1e3, "the best");
  try {
    run();
    ADD_FAILURE() << "it was not stopped";
  } catch (const execution_limit_error& error) {
    EXPECT_NE(std::string(error.what()).find("issuing them takes more than the best"),
              std::string::npos)
        << error.what();
  }
  machine.limit_modelled_time(0, {});
  EXPECT_NO_THROW(run());
}

}  // namespace
}  // namespace warpmark
