#include "base/number.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "base/small_float.hpp"

namespace warpmark::inspect {
namespace {

std::string round_trip(value_kind kind, std::string_view text) {
  std::byte bytes[8];
  encode(kind, parse_number(kind, text), bytes);
  return element_text(kind, bytes);
}

TEST(numbers, read_back_as_written) {
  EXPECT_EQ(round_trip(value_kind::i8, "-128"), "-128");
  EXPECT_EQ(round_trip(value_kind::u64, "18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(round_trip(value_kind::i64, "-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(round_trip(value_kind::f32, "0.1"), "0.1");
  EXPECT_EQ(round_trip(value_kind::f64, "1e-320"), "1e-320");
  EXPECT_EQ(round_trip(value_kind::f32, "0x1.8p3"), "12");
  EXPECT_EQ(round_trip(value_kind::f32, "-inf"), "-inf");
  EXPECT_EQ(round_trip(value_kind::f16, "1e-400"), "0");
  EXPECT_EQ(round_trip(value_kind::bf16, "2.5f"), "2.5");
}

TEST(numbers, every_half_survives_a_round_trip) {
  for (const small_format format : {half_format, brain_format})
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
      const double value = value_of(format, static_cast<std::uint16_t>(bits));
      if (std::isnan(value)) continue;
      ASSERT_EQ(round_to(format, value), bits);
    }
}

TEST(numbers, halves_round_to_nearest_even) {
  EXPECT_EQ(round_to(half_format, 1 + 0x1p-11), 0x3c00);
  EXPECT_EQ(round_to(half_format, 1 + 0x3p-11), 0x3c02);
  EXPECT_EQ(round_to(half_format, 65519.99), 0x7bff);
  EXPECT_EQ(round_to(half_format, 65520), 0x7c00);
  EXPECT_EQ(round_to(half_format, 0x1p-25), 0);
  EXPECT_EQ(round_to(half_format, 0x1.01p-25), 1);
  EXPECT_EQ(round_to(brain_format, 1 + 0x1p-8), 0x3f80);
  EXPECT_EQ(round_to(half_format, -0.0), 0x8000);
}

TEST(numbers, whole_expressions) {
  EXPECT_EQ(parse_whole("2^64"), std::nullopt);
  EXPECT_EQ(parse_whole("2^63*2"), std::nullopt);
  EXPECT_EQ(parse_whole("3*"), std::nullopt);
  EXPECT_EQ(parse_whole("- 3"), std::nullopt);
  EXPECT_EQ(parse_whole("0x"), std::nullopt);
  EXPECT_EQ(parse_whole("1024x2", true)->magnitude, 2048u);
}

}  // namespace
}  // namespace warpmark::inspect
