#include "base/float_format.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace warpmark {
namespace {

std::uint32_t rounded(const float_format& format, double value) {
  return encode_float(format, value, rounding::nearest);
}

TEST(float_formats, every_value_survives_a_round_trip) {
  for (const float_format& format : {half_format, brain_format})
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
      const double value = decode_float(format, bits);
      if (!std::isnan(value)) {
        ASSERT_EQ(rounded(format, value), bits);
      }
    }
}

TEST(float_formats, round_to_nearest_even) {
  EXPECT_EQ(rounded(half_format, 1 + 0x1p-11), 0x3c00u);
  EXPECT_EQ(rounded(half_format, 1 + 0x3p-11), 0x3c02u);
  EXPECT_EQ(rounded(half_format, 65519.99), 0x7bffu);
  EXPECT_EQ(rounded(half_format, 65520), 0x7c00u);
  EXPECT_EQ(rounded(half_format, 0x1p-25), 0u);
  EXPECT_EQ(rounded(half_format, 0x1.01p-25), 1u);
  EXPECT_EQ(rounded(brain_format, 1 + 0x1p-8), 0x3f80u);
  EXPECT_EQ(rounded(half_format, -0.0), 0x8000u);
}

}  // namespace
}  // namespace warpmark
