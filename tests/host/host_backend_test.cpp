// The CPU as a device.

#include "bench/backends/host/host_backend.hpp"

#include <array>
#include <bit>
#include <chrono>

#include <gtest/gtest.h>

#include "bench/backends/host/cpu_reader.hpp"
#include "bench/backends/measure.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark::host {
namespace {

class host_device : public testing::Test {
 protected:
  template <class T>
  std::vector<T> read(device_pointer from, std::size_t count) {
    std::vector<T> values(count);
    machine_->download(std::as_writable_bytes(std::span(values)), from);
    return values;
  }

  std::unique_ptr<backend> machine_ = make_host_backend();
};

TEST_F(host_device, is_described_as_a_cpu) {
  const card& cpu = machine_->device();
  EXPECT_FALSE(cpu.name.empty());
  EXPECT_TRUE(cpu.uuid.empty());
  EXPECT_GE(cpu.limits.multiprocessors, 1);
  EXPECT_GT(cpu.memory_bytes.value_or(0), std::uint64_t{1} << 20);
  EXPECT_TRUE(machine_->capabilities().takes_time);
  EXPECT_FALSE(machine_->capabilities().runs_kernels);
}

TEST_F(host_device, largest_known_cache_is_the_last_level) {
  card cpu;
  EXPECT_GT(last_level_cache_bytes(cpu), 0u);
  cpu.l2_bytes = 1 << 20;
  EXPECT_EQ(last_level_cache_bytes(cpu), std::size_t{1} << 20);
  cpu.l3_bytes = 1 << 25;
  EXPECT_EQ(last_level_cache_bytes(cpu), std::size_t{1} << 25);
}

TEST_F(host_device, memory_is_aligned_filled_and_copied) {
  for (const std::size_t size : {0, 1, 255, 257}) {
    const device_pointer memory = machine_->allocate(size);
    EXPECT_EQ(memory % 256, 0u) << size;
    machine_->release(memory);
  }
  const device_pointer from = machine_->allocate(80), to = machine_->allocate(80);
  machine_->fill(from, scalar_argument::of(std::uint64_t{0x0123456789abcdef}), 10);
  machine_->copy(to, from, 80);
  EXPECT_EQ(read<std::uint64_t>(to, 10), std::vector<std::uint64_t>(10, 0x0123456789abcdef));
  EXPECT_THROW(machine_->fill(to, scalar_argument::of(std::uint16_t{1}), 1), std::invalid_argument);
  machine_->release(from);
  machine_->release(to);
}

TEST_F(host_device, without_room_says_so) {
  EXPECT_THROW(machine_->allocate(std::size_t{1} << 60), device_memory_error);
}

TEST_F(host_device, canaries_show_a_stray_write) {
  guarded_buffer buffer(*machine_, 64);
  EXPECT_EQ(buffer.damage(), "");
  machine_->fill(buffer.address() + 64, scalar_argument::of(0u), 1);
  EXPECT_EQ(buffer.damage(), "a write 0 bytes past the end");
}

TEST_F(host_device, native_calls_get_their_buffers_and_no_stream) {
  const device_pointer memory = machine_->allocate(16);
  const std::array buffers{native_buffer{std::bit_cast<void*>(memory), 16}};
  const native_step step{
      .name = "write", .buffers = {{0}}, .call = [](const native_context& context) {
        EXPECT_EQ(context.stream, nullptr);
        static_cast<int*>(context.buffers[0].address)[3] = 42;
      }};
  machine_->call(step, buffers);
  EXPECT_EQ(read<int>(memory + 12, 1).front(), 42);
  machine_->release(memory);
}

TEST_F(host_device, a_native_call_that_fails_is_a_device_error_with_its_name) {
  const native_step step{.name = "library call", .call = [](const native_context&) {
                           throw std::runtime_error("no such algorithm");
                         }};
  try {
    machine_->call(step, {});
    FAIL();
  } catch (const device_error& error) {
    EXPECT_STREQ(error.what(), "library call: no such algorithm");
  }
}

TEST_F(host_device, kernels_are_refused) {
  EXPECT_THROW(machine_->load({}), unsupported_kernel);
  EXPECT_THROW(machine_->launch(0, {}, {}), unsupported_kernel);
}

TEST_F(host_device, each_sample_is_an_execution) {
  std::size_t executions = 0;
  const measuring_options options{
      .precision = 1e-9, .max_samples = 40, .state = cache_state::hot, .warm_up = false};
  const auto seen = warpmark::measure(
      *machine_, [&] { ++executions; }, options);
  EXPECT_EQ(executions, 40u);
  EXPECT_EQ(seen.samples_ns.size(), 40u);
  EXPECT_EQ(seen.stop_reason, stop_reason::max_samples);
  EXPECT_GT(seen.timer_tick_ns.value_or(0), 0);
}

TEST_F(host_device, samples_end_with_the_budget) {
  const auto spin = [] {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
    while (std::chrono::steady_clock::now() < until) {
    }
  };
  const auto seen = warpmark::measure(
      *machine_, spin, {.precision = 1e-9, .max_seconds = 0.02, .state = cache_state::hot});
  EXPECT_EQ(seen.stop_reason, stop_reason::budget);
  for (const double ns : seen.samples_ns) EXPECT_GE(ns, 2e6);
}

TEST_F(host_device, what_prepares_the_work_is_not_timed) {
  std::size_t prepared = 0, executed = 0;
  const timed_work work([&] { ++executed; },
                        [&] {
                          ++prepared;
                          EXPECT_EQ(prepared, executed + 1);
                        });
  for (const auto state : {cache_state::hot, cache_state::cold})
    warpmark::measure(*machine_, work, {.max_samples = 3, .state = state, .warm_up = false});
  EXPECT_EQ(prepared, 6u);
}

}  // namespace
}  // namespace warpmark::host
