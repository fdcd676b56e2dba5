#include "simt/timing/memory_channels.hpp"

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

namespace warpmark::simt {
namespace {

TEST(memory_channels, are_as_many_as_the_bandwidth_needs) {
  EXPECT_EQ(memory_channels::count_of(300e9), 12u);    // An L4: 192 bits of GDDR6.
  EXPECT_EQ(memory_channels::count_of(4.8e12), 192u);  // About what an H200 has: six stacks of 32.
  EXPECT_EQ(memory_channels::count_of(0), 1u);
  EXPECT_EQ(memory_channels::count_of(1e30), 512u);
}

TEST(memory_channels, pieces_have_512_bytes) {
  EXPECT_EQ(memory_channels::pieces_of(0), 0u);
  EXPECT_EQ(memory_channels::pieces_of(0.5), 1u);
  EXPECT_EQ(memory_channels::pieces_of(16), 1u);
  EXPECT_EQ(memory_channels::pieces_of(33), 3u);
}

TEST(memory_channels, one_channel_serves_in_turns) {
  memory_channels memory(1);
  constexpr double slot = 64;  // Cycles, within which two requests may be served at once.
  EXPECT_NEAR(static_cast<double>(memory.take(1000, 64, 10, 1)), 1640, slot);
  EXPECT_NEAR(static_cast<double>(memory.take(1000, 64, 10, 2)), 2280, slot);
  EXPECT_NEAR(static_cast<double>(memory.take(5000, 64, 10, 3)), 5640, slot);
}

TEST(memory_channels, what_takes_no_time_waits_for_nothing) {
  memory_channels memory(8);
  memory.take(0, 1600, 10, 1);
  EXPECT_EQ(memory.take(50, 0, 10, 2), 50u);
  EXPECT_EQ(memory.take(50, 16, 0, 3), 50u);
}

// A channel is slower than the memory by the number of channels. Neighbouring pieces lie in
// different ones.
TEST(memory_channels, neighbouring_pieces_do_not_wait_for_each_other) {
  constexpr std::uint64_t channels = 100, piece_cycles = 16 * channels;
  memory_channels one_request(channels), many_requests(channels);
  EXPECT_EQ(one_request.take(0, 16 * channels, 1, 7 * channels), piece_cycles);
  for (std::uint64_t request = 0; request < channels; ++request)
    EXPECT_EQ(many_requests.take(0, 16, 1, request), piece_cycles);
}

// As balls in bins: of 100 distant pieces some meet in one of 100 channels.
TEST(memory_channels, distant_pieces_meet) {
  constexpr std::uint64_t channels = 100, piece_cycles = 16 * channels;
  memory_channels memory(channels);
  std::uint64_t last = 0;
  for (std::uint64_t request = 0; request < channels; ++request)
    last = std::max(last, memory.take(0, 16, 1, request * channels));
  EXPECT_GE(last, 2 * piece_cycles);
  EXPECT_LE(last, 8 * piece_cycles);
}

TEST(memory_channels, many_requests_take_what_the_memory_takes) {
  constexpr std::uint64_t channels = 100, requests = 20'001;
  memory_channels memory(channels);
  std::uint64_t last = 0;
  for (std::uint64_t request = 0, piece = 0; request < requests; ++request) {
    const double sectors = request % 3 == 0 ? 48 : 16;
    last = std::max(last, memory.take(0, sectors, 1, piece));
    piece += memory_channels::pieces_of(sectors);
  }
  EXPECT_NEAR(static_cast<double>(last), 16.0 * (requests + 2 * 6667), 16 * channels + 64);
}

}  // namespace
}  // namespace warpmark::simt
