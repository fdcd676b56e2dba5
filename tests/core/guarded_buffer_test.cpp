#include "bench/core/guarded_buffer.hpp"

#include <cstring>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "bench/backends/simt_backend.hpp"
#include "tests/core/scripted_device.hpp"

namespace warpmark {
namespace {

class guarded : public testing::Test {
 protected:
  std::vector<int> bytes(const guarded_buffer& buffer) {
    std::vector<std::byte> contents(buffer.size_bytes());
    device_.download(contents, buffer.address());
    std::vector<int> values;
    values.reserve(contents.size());
    for (const std::byte value : contents) values.push_back(std::to_integer<int>(value));
    return values;
  }

  void write(device_pointer at) {
    const std::byte zero{0};
    device_.upload(at, std::span(&zero, 1));
  }

  tests::scripted_device device_;
};

TEST_F(guarded, is_poisoned_to_its_last_byte_and_no_further) {
  for (std::size_t size = 0; size <= 9; ++size) {
    guarded_buffer buffer(device_, size);
    buffer.poison();
    EXPECT_EQ(bytes(buffer), std::vector<int>(size, 0xcd)) << size;
    EXPECT_EQ(buffer.damage(), "") << size;
  }
}

TEST_F(guarded, is_cleared_to_its_last_byte_and_no_further) {
  for (std::size_t size = 0; size <= 9; ++size) {
    guarded_buffer buffer(device_, size);
    buffer.clear();
    EXPECT_EQ(bytes(buffer), std::vector<int>(size, 0)) << size;
    EXPECT_EQ(buffer.damage(), "") << size;
  }
}

TEST_F(guarded, notices_writes_on_both_sides) {
  for (const std::size_t size : {0, 1, 7, 8, 300})
    for (const std::size_t lead : {0, 512}) {
      guarded_buffer buffer(device_, size, lead);
      const device_pointer begin = buffer.address(), end = begin + size;
      EXPECT_EQ(buffer.damage(), "");
      const std::vector<std::pair<device_pointer, std::string>> strays = {
          {end, "a write 0 bytes past the end"},
          {end + 255, "a write 255 bytes past the end"},
          {begin - 1, "a write 1 bytes before the start"},
          {begin - 256, "a write 256 bytes before the start"}};
      for (const auto& [at, text] : strays) {
        write(at);
        EXPECT_EQ(buffer.damage(), text) << size << " bytes behind " << lead;
        EXPECT_EQ(buffer.damage(), text) << "looking repairs nothing";
        buffer.write_guards();
        EXPECT_EQ(buffer.damage(), "") << size << " bytes behind " << lead;
      }
    }
}

TEST_F(guarded, names_the_first_of_several_stray_writes) {
  const guarded_buffer buffer(device_, 8);
  write(buffer.address() - 9);
  write(buffer.address() - 3);
  EXPECT_EQ(buffer.damage(), "a write 9 bytes before the start");
  write(buffer.address() + 8 + 5);
  write(buffer.address() + 8 + 6);
  EXPECT_EQ(buffer.damage(), "a write 5 bytes past the end");
}

TEST_F(guarded, lies_behind_its_lead) {
  const guarded_buffer plain(device_, 8), shifted(device_, 8, 1024);
  EXPECT_EQ(plain.address() % 256, 0u);
  EXPECT_EQ(shifted.address() % 256, 0u);
  // The scripted device places allocations at multiples of 256 bytes, each behind the last.
  EXPECT_GE(shifted.address() - plain.address(), 1024u);
}

TEST_F(guarded, releases_its_memory_once) {
  device_.memory_bytes = 600;  // Room for one.
  for (int i = 0; i < 3; ++i) {
    guarded_buffer buffer(device_, 8);
    const device_pointer address = buffer.address();
    const guarded_buffer moved(std::move(buffer));
    EXPECT_EQ(moved.address(), address);
    EXPECT_EQ(moved.size_bytes(), 8u);
    EXPECT_EQ(moved.damage(), "");
  }
  EXPECT_EQ(device_.asked("allocate"), 3u);
  EXPECT_EQ(device_.asked("no memory"), 0u);
}

// The interpreter reports stray accesses itself, for which the memory must end with the buffer.
TEST_F(guarded, has_no_guards_where_stray_accesses_are_reported) {
  const auto machine = make_simt_backend({});
  guarded_buffer buffer(*machine, 8);
  const std::byte zero{0};
  EXPECT_THROW(machine->upload(buffer.address() + 8, std::span(&zero, 1)), std::exception);
  EXPECT_EQ(buffer.damage(), "");
  buffer.write_guards();
  buffer.poison();
  EXPECT_EQ(buffer.damage(), "");
}

}  // namespace
}  // namespace warpmark
