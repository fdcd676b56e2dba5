#include "bench/statistics/philox.hpp"

#include <array>

#include <gtest/gtest.h>

namespace warpmark::statistics {
namespace {

// The known answers that the authors of Philox publish with Random123.
TEST(philox, gives_the_published_words) {
  using words = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(random_stream, stays_in_range_and_fills_it) {
  random_stream random(1, 2);
  std::array<int, 7> seen{};
  for (int i = 0; i < 7000; ++i) ++seen[random.below(7)];
  for (const int count : seen) EXPECT_NEAR(count, 1000, 150);
  EXPECT_EQ(random.below(1), 0U);
  const std::uint64_t huge = ~std::uint64_t{0};
  EXPECT_LT(random.below(huge), huge);
  double sum = 0;
  for (int i = 0; i < 4000; ++i) {
    const double value = random.uniform();
    EXPECT_GT(value, 0);
    EXPECT_LT(value, 1);
    sum += value / 4000;
  }
  EXPECT_NEAR(sum, 0.5, 0.02);
  EXPECT_NE(random_stream(1, 2).bits(), random_stream(1, 3).bits());
  EXPECT_NE(random_stream(1, 2).bits(), random_stream(2, 2).bits());
}

}  // namespace
}  // namespace warpmark::statistics
