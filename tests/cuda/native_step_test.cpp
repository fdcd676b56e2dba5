// Copies and library calls in the stream of a card.

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bench/backends/measure.hpp"
#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

class native_steps : public fake_driver {};

TEST_F(native_steps, copy_is_in_stream_order) {
  const device_pointer from = machine().allocate(64), to = machine().allocate(64);
  machine().fill(from, scalar_argument::of(7u), 16);
  machine().copy(to, from, 64);
  machine().fill(from, scalar_argument::of(8u), 16);
  EXPECT_EQ(read<unsigned>(to, 16), std::vector<unsigned>(16, 7));
  EXPECT_EQ(read<unsigned>(from, 16), std::vector<unsigned>(16, 8));
  machine().copy(to, from, 0);
  EXPECT_EQ(fake.calls["cuMemcpyDtoDAsync"], 1) << "nothing to copy is no call";
  machine().release(from);
  machine().release(to);
}

TEST_F(native_steps, a_copy_is_timed_like_any_work) {
  const device_pointer from = machine().allocate(64), to = machine().allocate(64);
  const auto seen = warpmark::measure(machine(), [&] { machine().copy(to, from, 64); }, {});
  EXPECT_EQ(seen.stop_reason, stop_reason::precision);
  EXPECT_NEAR(seen.samples_ns.front(), fake.memset_ns, 1);
  EXPECT_GT(fake.max_pending, 0u) << "samples are enqueued after the gate";
  machine().release(from);
  machine().release(to);
}

TEST_F(native_steps, a_refused_copy_names_its_size) {
  fake.failing["cuMemcpyDtoDAsync"] = 700;
  EXPECT_NE(message_of<device_error>([&] {
              machine().copy(1, 2, 48);
            }).find("cuMemcpyDtoDAsync(48 bytes): CUDA_ERROR_ILLEGAL_ADDRESS"),
            std::string::npos);
}

TEST_F(native_steps, a_call_gets_the_stream_and_its_buffers) {
  native_context seen;
  const native_step step{.name = "library",
                         .call = [&](const native_context& context) { seen = context; }};
  const std::array buffers{native_buffer{reinterpret_cast<void*>(0x1200), 16}};
  machine().call(step, buffers);
  EXPECT_NE(seen.stream, nullptr);
  ASSERT_EQ(seen.buffers.size(), 1u);
  EXPECT_EQ(seen.buffers[0].address, reinterpret_cast<void*>(0x1200));
}

TEST_F(native_steps, calls_of_many_operations_keep_the_queue_short) {
  const auto inner = kernel("inside");
  const native_step step{.name = "library",
                         .call =
                             [&](const native_context&) {
                               for (int i = 0; i < 30; ++i) machine().launch(inner, {}, {});
                             },
                         .operations = 30};
  warpmark::measure(machine(), [&] { machine().call(step, {}); }, {});
  EXPECT_LE(fake.max_pending, 200u);
}

// The driver blocks a host whose queue is full, and a gate that only it can open stays closed.
TEST_F(native_steps, copies_and_fills_keep_the_queue_short) {
  const device_pointer from = machine().allocate(64), to = machine().allocate(64);
  const std::vector<std::pair<std::string, std::function<void()>>> works{
      {"copy", [&] { machine().copy(to, from, 64); }},
      {"fill", [&] { machine().fill(to, scalar_argument::of(1u), 16); }},
      {"wide fill", [&] { machine().fill(to, scalar_argument::of(std::uint64_t{1}), 8); }}};
  for (const auto& [name, work] : works) {
    fake.max_pending = 0;
    warpmark::measure(machine(),
                      [&, &one = work] {
                        for (int i = 0; i < 150; ++i) one();
                      },
                      {.max_samples = 4});
    // Behind the wait, and between two events.
    EXPECT_EQ(fake.max_pending, name == "wide fill" ? 0u : 1u + 150 + 2) << name;
    fake.max_pending = 0;
    warpmark::measure(machine(),
                      [&, &one = work] {
                        for (int i = 0; i < 250; ++i) one();
                      },
                      {.max_samples = 4});
    EXPECT_EQ(fake.max_pending, 0u) << name;
  }
  machine().release(from);
  machine().release(to);
}

TEST_F(native_steps, a_call_that_fails_is_a_device_error_with_its_name) {
  const native_step step{.name = "library", .call = [](const native_context&) {
                           throw std::runtime_error("cudaErrorNoDevice (no device)");
                         }};
  EXPECT_EQ(message_of<device_error>([&] { machine().call(step, {}); }),
            "library: cudaErrorNoDevice (no device)");
}

TEST_F(native_steps, a_fault_after_a_call_names_it) {
  const native_step step{.name = "library", .call = [](const native_context&) {}};
  fake.fault_in_next_kernel = 700;
  machine().launch(kernel("earlier"), {}, {});
  machine().call(step, {});
  EXPECT_NE(message_of<device_error>([&] { machine().synchronize(); }).find("library"),
            std::string::npos);
}

}  // namespace
}  // namespace warpmark::cuda
