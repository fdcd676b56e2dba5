#include "simt/memory/warm_memory.hpp"

#include <gtest/gtest.h>

#include "simt/memory/global_memory.hpp"

namespace warpmark::simt {
namespace {

constexpr std::uint64_t mebibyte = 1 << 20;

// Two allocations, and a launch that loads the first `bytes` of each.
struct two_arrays {
  global_memory memory{64 * mebibyte};
  std::uint64_t first = memory.allocate(8 * mebibyte), second = memory.allocate(8 * mebibyte);

  std::uint64_t load(warm_memory& warm, std::uint64_t bytes, bool both) const {
    touched_bytes touched(memory);
    for (std::size_t i = 0; i < (both ? 2 : 1); ++i)
      for (std::uint64_t at = 0; at < bytes; at += 32)
        touched.touch(memory.live()[i], at, 32, /*loads=*/true, /*stores=*/false);
    return warm.note_launch(touched);
  }
};

TEST(warm_memory, what_fits_stays) {
  const two_arrays arrays;
  warm_memory warm;
  warm.clear(8 * mebibyte);
  EXPECT_EQ(arrays.load(warm, 3 * mebibyte, true), 6 * mebibyte / 32);
  EXPECT_EQ(arrays.load(warm, 3 * mebibyte, true), 0u);
  EXPECT_TRUE(warm.holds(arrays.first + 2 * mebibyte));
  EXPECT_TRUE(warm.holds(arrays.second + 2 * mebibyte));
  warm.clear(8 * mebibyte);
  EXPECT_EQ(arrays.load(warm, 3 * mebibyte, true), 6 * mebibyte / 32);
}

TEST(warm_memory, nothing_is_left_of_what_does_not_fit_when_it_is_read_again) {
  const two_arrays arrays;
  warm_memory warm;
  warm.clear(4 * mebibyte);
  arrays.load(warm, 5 * mebibyte, false);
  EXPECT_EQ(arrays.load(warm, 5 * mebibyte, false), 5 * mebibyte / 32);
  EXPECT_FALSE(warm.holds(arrays.first + 5 * mebibyte / 2));
  EXPECT_TRUE(warm.holds(arrays.first + 5 * mebibyte - 1));
}

TEST(warm_memory, a_launch_that_reads_little_evicts_little) {
  const two_arrays arrays;
  warm_memory warm;
  warm.clear(4 * mebibyte);
  arrays.load(warm, 3 * mebibyte, false);
  warm.note_fill({arrays.second, 2 * mebibyte});
  // The first MiB is gone, and what is read instead of it takes the place of what follows it.
  EXPECT_EQ(arrays.load(warm, 3 * mebibyte, false), 3 * mebibyte / 32);
  warm.note_fill({arrays.second, mebibyte});
  EXPECT_EQ(arrays.load(warm, mebibyte, false), 0u);
}

TEST(warm_memory, ranges_of_a_launch_are_touched_at_once) {
  warm_memory warm;
  warm.clear(4 * mebibyte);
  warm.note_ranges({{0, 2 * mebibyte}, {16 * mebibyte, 2 * mebibyte}});
  EXPECT_TRUE(warm.holds(mebibyte + mebibyte / 2));
  EXPECT_TRUE(warm.holds(17 * mebibyte + mebibyte / 2));
  EXPECT_FALSE(warm.holds(mebibyte / 2));
}

}  // namespace
}  // namespace warpmark::simt
