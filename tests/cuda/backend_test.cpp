#include <array>
#include <cstring>

#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

class memory : public fake_driver {};

TEST_F(memory, goes_there_and_back) {
  const device_pointer buffer = machine().allocate(16);
  EXPECT_EQ(buffer % 256, 0u);
  const std::array<std::uint32_t, 4> sent{1, 2, 3, 4};
  machine().upload(buffer, std::as_bytes(std::span(sent)));
  EXPECT_EQ(read<std::uint32_t>(buffer, 4), std::vector<std::uint32_t>(sent.begin(), sent.end()));
  machine().release(buffer);
}

TEST_F(memory, nothing_is_nothing) {
  const device_pointer buffer = machine().allocate(0);
  machine().upload(buffer, {});
  machine().download({}, buffer);
  machine().fill(buffer, scalar_argument::of(1u), 0);
  EXPECT_EQ(fake.calls["cuMemcpyHtoD"] + fake.calls["cuMemcpyDtoH"], 0);
  EXPECT_TRUE(fake.memsets.empty());
  machine().release(buffer);
  machine().release(0);
}

TEST_F(memory, no_room_is_told_apart) {
  EXPECT_EQ(message_of<device_memory_error>([&] { machine().allocate(std::size_t{1} << 31); }),
            "cuMemAlloc(2147483648 bytes): CUDA_ERROR_OUT_OF_MEMORY (out of memory)");
  machine().release(machine().allocate(64));  // the device is as good as before
}

TEST_F(memory, copy_errors_name_call_and_size) {
  const device_pointer buffer = machine().allocate(8);
  fake.failing["cuMemcpyHtoD"] = 700;
  const std::array<std::byte, 8> bytes{};
  EXPECT_EQ(message_of<device_error>([&] { machine().upload(buffer, bytes); }),
            "cuMemcpyHtoD(8 bytes): CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was "
            "encountered)");
  machine().release(buffer);
}

TEST_F(memory, fill_of_four_bytes) {
  const device_pointer buffer = machine().allocate(16);
  machine().fill(buffer, scalar_argument::of(0xAAAAAAAAu), 4);
  machine().fill(buffer + 4, scalar_argument::of(0xDEADBEEFu), 2);
  EXPECT_EQ(read<std::uint32_t>(buffer, 4),
            (std::vector<std::uint32_t>{0xAAAAAAAA, 0xDEADBEEF, 0xDEADBEEF, 0xAAAAAAAA}));
  machine().release(buffer);
}

TEST_F(memory, fill_of_eight_bytes) {
  const device_pointer buffer = machine().allocate(32);
  machine().fill(buffer, scalar_argument::of(std::uint64_t{0}), 4);
  EXPECT_EQ(fake.memsets.size(), 1u) << "equal halves are one plain memset";
  EXPECT_EQ(fake.memsets.front().words, 8u);
  const std::uint64_t pattern = 0x0123456789ABCDEF;
  machine().fill(buffer + 8, scalar_argument::of(pattern), 2);
  EXPECT_EQ(fake.calls["cuMemsetD2D32Async"], 2);
  EXPECT_EQ(read<std::uint64_t>(buffer, 4), (std::vector<std::uint64_t>{0, pattern, pattern, 0}));
  machine().fill(buffer, scalar_argument::of(1.5), 4);
  EXPECT_EQ(read<double>(buffer, 4), std::vector<double>(4, 1.5));
  machine().release(buffer);
}

TEST_F(memory, fill_of_other_sizes_is_refused) {
  EXPECT_EQ(message_of<std::invalid_argument>(
                [&] { machine().fill(256, scalar_argument::of(std::uint16_t{1}), 1); }),
            "a fill pattern of 2 bytes; expected 4 or 8");
}

}  // namespace
}  // namespace warpmark::cuda
