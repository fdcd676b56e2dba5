#include "base/small_floats.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace warpmark {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

template <class Format>
std::uint16_t bits_of(float value) {
  return Format::narrow(value);
}

TEST(small_floats, every_number_survives_the_way_through_float) {
  for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    if (const float value = f16_format::widen(half); !std::isnan(value)) {
      ASSERT_EQ(f16_format::narrow(value), half);
    }
    if (const float value = bf16_format::widen(half); !std::isnan(value)) {
      ASSERT_EQ(bf16_format::narrow(value), half);
    }
  }
}

TEST(small_floats, f16_widens_to_known_values) {
  EXPECT_EQ(f16_format::widen(0x3c00), 1.0f);
  EXPECT_EQ(f16_format::widen(0xc000), -2.0f);
  EXPECT_EQ(f16_format::widen(0x7bff), 65504.0f);
  EXPECT_EQ(f16_format::widen(0x0400), 0x1p-14f);  // the smallest normal number
  EXPECT_EQ(f16_format::widen(0x0001), 0x1p-24f);  // the smallest of all
  EXPECT_EQ(f16_format::widen(0x83ff), -1023 * 0x1p-24f);
  EXPECT_EQ(f16_format::widen(0x7c00), infinity);
  EXPECT_TRUE(std::isnan(f16_format::widen(0x7e00)));
  EXPECT_TRUE(std::signbit(f16_format::widen(0x8000)));
}

// Between neighbours, to the nearer one; half way, to the one whose last bit is 0.
template <class Format>
void expect_nearest_even(std::uint16_t from, std::uint16_t to) {
  for (std::uint16_t low = from; low < to; ++low) {
    const float below = Format::widen(low);
    const float above = Format::widen(static_cast<std::uint16_t>(low + 1));
    const float middle = below + (above - below) / 2;
    ASSERT_EQ(Format::narrow(middle), low % 2 == 0 ? low : low + 1) << low;
    ASSERT_EQ(Format::narrow(std::nextafter(middle, -infinity)), low) << low;
    ASSERT_EQ(Format::narrow(std::nextafter(middle, infinity)), low + 1) << low;
    ASSERT_EQ(Format::narrow(-middle), 0x8000 | (low % 2 == 0 ? low : low + 1)) << low;
  }
}

TEST(small_floats, f16_rounds_to_nearest_ties_to_even) {
  expect_nearest_even<f16_format>(0x0000, 0x7bff);  // subnormal numbers are among them
}

TEST(small_floats, bf16_rounds_to_nearest_ties_to_even) {
  expect_nearest_even<bf16_format>(0x0080, 0x7f7f);
}

TEST(small_floats, overflow_is_infinite_from_half_a_step_beyond_the_largest) {
  EXPECT_EQ(bits_of<f16_format>(std::nextafter(65520.0f, 0.0f)), 0x7bff);
  EXPECT_EQ(bits_of<f16_format>(65520.0f), 0x7c00);
  EXPECT_EQ(bits_of<f16_format>(-1e30f), 0xfc00);
  EXPECT_EQ(bits_of<bf16_format>(std::numeric_limits<float>::max()), 0x7f80);
  EXPECT_EQ(bits_of<bf16_format>(-infinity), 0xff80);
}

TEST(small_floats, underflow_is_zero_with_its_sign) {
  EXPECT_EQ(bits_of<f16_format>(0x1p-25f), 0x0000);  // half way to the smallest: to even
  EXPECT_EQ(bits_of<f16_format>(std::nextafter(0x1p-25f, 1.0f)), 0x0001);
  EXPECT_EQ(bits_of<f16_format>(-0x1p-30f), 0x8000);
}

TEST(small_floats, nan_stays_nan) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(static_cast<float>(float16(nan))));
  EXPECT_TRUE(std::isnan(static_cast<float>(bfloat16(nan))));
  // A NaN whose upper half alone would be infinity.
  EXPECT_TRUE(std::isnan(static_cast<float>(bfloat16(std::bit_cast<float>(0x7f800001u)))));
}

}  // namespace
}  // namespace warpmark
