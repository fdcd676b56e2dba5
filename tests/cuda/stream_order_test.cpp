// What the host must wait for: uploads, results, memory in use, and faults that show late.

#include <bit>
#include <numeric>

#include "bench/backends/measure.hpp"
#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

using words = std::vector<std::uint32_t>;

class stream_order : public fake_driver {
 protected:
  device_pointer buffer_of(const words& values) {
    const device_pointer buffer = machine().allocate(4 * values.size());
    machine().upload(buffer, std::as_bytes(std::span(values)));
    return buffer;
  }
};

TEST_F(stream_order, a_kernel_sees_what_was_uploaded_before_it) {
  words sent{1, 2, 3, 4};
  const device_pointer buffer = buffer_of(sent);
  std::fill(sent.begin(), sent.end(), 0u);
  words seen(4);
  fake.on_run = [&] { std::memcpy(seen.data(), std::bit_cast<const void*>(buffer), 16); };
  machine().launch(kernel(), {}, {});
  machine().synchronize();
  EXPECT_EQ(seen, (words{1, 2, 3, 4}));
  machine().release(buffer);
}

TEST_F(stream_order, a_fill_after_an_upload_stays) {
  const device_pointer buffer = buffer_of({1, 2, 3, 4});
  machine().fill(buffer, scalar_argument::of(9u), 4);
  EXPECT_EQ(read<std::uint32_t>(buffer, 4), words(4, 9));
  machine().release(buffer);
}

TEST_F(stream_order, an_upload_does_not_overtake_the_work_that_reads_the_old_values) {
  const device_pointer from = buffer_of({1, 2}), to = buffer_of({0, 0});
  machine().copy(to, from, 8);
  const words next{7, 8};
  machine().upload(from, std::as_bytes(std::span(next)));
  EXPECT_EQ(read<std::uint32_t>(to, 2), (words{1, 2}));
  EXPECT_EQ(read<std::uint32_t>(from, 2), next);
  machine().release(from);
  machine().release(to);
}

TEST_F(stream_order, a_download_waits_for_the_kernel_that_writes) {
  const device_pointer buffer = buffer_of({0, 0});
  fake.on_run = [&] { *std::bit_cast<std::uint32_t*>(buffer) = 5; };
  machine().launch(kernel(), {}, {});
  EXPECT_EQ(read<std::uint32_t>(buffer, 2), (words{5, 0}));
  machine().release(buffer);
}

TEST_F(stream_order, memory_is_freed_after_the_work_that_uses_it) {
  const device_pointer buffer = buffer_of({0});
  machine().launch(kernel(), {}, {});
  machine().release(buffer);
  EXPECT_EQ(fake.frees_under_work, 0u);
  EXPECT_EQ(fake.trace, (std::vector<std::string>{"kernel kernel"}));
}

TEST_F(stream_order, memory_can_be_freed_while_a_sample_is_held_back) {
  const device_pointer buffer = buffer_of({0});
  int runs = 0;
  warpmark::measure(machine(),
                    [&] {
                      machine().fill(buffer, scalar_argument::of(1u), 1);
                      if (++runs == 8) machine().release(machine().allocate(4));
                    },
                    {});
  EXPECT_GT(fake.waits, 0u);
  machine().release(buffer);
}

TEST_F(stream_order, modules_are_unloaded_after_their_kernels) {
  machine().launch(kernel(), {}, {});
  machine().unload_all();
  EXPECT_EQ(fake.frees_under_work, 0u);
  EXPECT_EQ(fake.trace, (std::vector<std::string>{"kernel kernel"}));
}

TEST_F(stream_order, a_backend_that_ends_waits_for_its_work) {
  fake.failing["cuMemHostAlloc"] = 2;  // There is no gate that waits, too.
  machine().launch(kernel(), {}, {});
  close();
  EXPECT_EQ(fake.trace, (std::vector<std::string>{"kernel kernel"}));
}

TEST_F(stream_order, copies_of_memory_that_is_not_allocated_are_errors) {
  const device_pointer buffer = buffer_of({1, 2});
  words room(3);
  const auto bytes = std::as_writable_bytes(std::span(room));
  EXPECT_EQ(message_of<device_error>([&] { machine().upload(buffer, bytes); }),
            "cuMemcpyHtoD(12 bytes): CUDA_ERROR_INVALID_VALUE (invalid argument)");
  EXPECT_EQ(message_of<device_error>([&] { machine().download(bytes, buffer); }),
            "cuMemcpyDtoH(12 bytes): CUDA_ERROR_INVALID_VALUE (invalid argument)");
  machine().release(buffer);
  EXPECT_NE(message_of<device_error>([&] { read<std::uint32_t>(buffer, 1); }), "no error");
}

TEST_F(stream_order, a_fill_of_freed_memory_shows_at_the_next_wait) {
  const device_pointer buffer = buffer_of({1, 2});
  machine().release(buffer);
  machine().fill(buffer, scalar_argument::of(1u), 2);
  EXPECT_EQ(message_of<device_error>([&] { machine().synchronize(); }),
            "cuStreamSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was "
            "encountered)");
}

TEST_F(stream_order, each_call_that_waits_reports_an_earlier_fault) {
  const words sent{1};
  words got(1);
  const std::vector<std::pair<std::string, std::function<void(device_pointer)>>> calls{
      {"synchronize", [&](device_pointer) { machine().synchronize(); }},
      {"upload", [&](device_pointer to) { machine().upload(to, std::as_bytes(std::span(sent))); }},
      {"download",
       [&](device_pointer from) {
         machine().download(std::as_writable_bytes(std::span(got)), from);
       }},
      {"unload_all", [&](device_pointer) { machine().unload_all(); }},
      {"measure", [&](device_pointer) { warpmark::measure(machine(), [] {}, {}); }},
  };
  for (const auto& [name, call] : calls) {
    SCOPED_TRACE(name);
    const device_pointer buffer = buffer_of({0});
    fake.fault_in_next_kernel = 700;
    machine().launch(kernel("stray"), {}, {});
    EXPECT_EQ(message_of<device_error>([&made = call, at = buffer] { made(at); }),
              "cuStreamSynchronize (last launched: stray): CUDA_ERROR_ILLEGAL_ADDRESS (an illegal "
              "memory access was encountered)");
    machine().release(buffer);
    start_afresh();
  }
}

TEST_F(stream_order, an_earlier_fault_is_not_taken_for_one_of_the_measured_work) {
  machine().timer()->limits();
  const auto innocent = kernel("innocent");
  fake.fault_in_next_kernel = 700;
  machine().launch(kernel("stray"), {}, {});
  const auto message = message_of<device_error>(
      [&] { warpmark::measure(machine(), [&] { machine().launch(innocent, {}, {}); }, {}); });
  EXPECT_NE(message.find("(last launched: stray)"), std::string::npos) << message;
}

TEST_F(stream_order, a_fault_stays_and_memory_can_still_be_given_back) {
  const device_pointer buffer = buffer_of({0});
  const auto stray = kernel("stray");
  fake.fault_in_next_kernel = 700;
  machine().launch(stray, {}, {});
  EXPECT_THROW(machine().synchronize(), device_error);
  EXPECT_THROW(machine().synchronize(), device_error);
  EXPECT_THROW(machine().launch(stray, {}, {}), device_error);
  EXPECT_THROW(machine().fill(buffer, scalar_argument::of(1u), 1), device_error);
  EXPECT_THROW(machine().copy(buffer, buffer, 4), device_error);
  EXPECT_THROW(machine().allocate(4), device_error);
  machine().release(buffer);
  EXPECT_TRUE(fake.allocations.empty());
}

// A release does not throw, so the fault that its wait met must not be lost.
TEST_F(stream_order, a_fault_that_a_release_met_is_reported_by_the_next_call) {
  const device_pointer buffer = buffer_of({0});
  fake.fault_in_next_kernel = 700;
  machine().launch(kernel("stray"), {}, {});
  machine().release(buffer);
  EXPECT_THROW(machine().synchronize(), device_error);
}

TEST_F(stream_order, failed_uploads_and_downloads_are_device_errors) {
  const device_pointer buffer = buffer_of({0});
  fake.failing = {{"cuMemcpyDtoH", 700}};
  EXPECT_THROW(read<std::uint32_t>(buffer, 1), device_error);
  fake.failing = {{"cuStreamSynchronize", 700}};
  EXPECT_THROW(read<std::uint32_t>(buffer, 1), device_error);
  fake.failing.clear();
  machine().release(buffer);
}

}  // namespace
}  // namespace warpmark::cuda
