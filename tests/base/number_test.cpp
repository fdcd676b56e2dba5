#include "base/number.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

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
