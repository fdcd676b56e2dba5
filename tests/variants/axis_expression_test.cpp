#include "variants/contract/axis_expression.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "tests/refusal.hpp"

namespace warpmark {
namespace {

const axis block{
    .name = "block",
    .summary = "threads",
    .values = {std::int64_t{32}, std::int64_t{64}, std::int64_t{128}, std::int64_t{256}},
    .base = std::int64_t{64},
    .min = 32,
    .max = 1024};
const axis method{.name = "method", .summary = "how", .values = {"tree", "serial"}, .base = "tree"};

std::vector<std::int64_t> integers_of(const axis& along, const char* text) {
  std::vector<std::int64_t> result;
  for (const auto& value : parse_axis_expression(along, text))
    result.push_back(std::get<std::int64_t>(value));
  return result;
}

using list = std::vector<std::int64_t>;

TEST(axis_expression, lists) { EXPECT_EQ(integers_of(block, "64,32,1000"), (list{64, 32, 1000})); }

TEST(axis_expression, a_value_named_twice_counts_once) {
  EXPECT_EQ(integers_of(block, "64,2^6,32"), (list{64, 32}));
}

TEST(axis_expression, powers_of_two) {
  EXPECT_EQ(integers_of(block, "2^3..2^6"), (list{8, 16, 32, 64}));
  EXPECT_EQ(integers_of(block, "2^10..2^16:2^3"), (list{1 << 10, 1 << 13, 1 << 16}));
  EXPECT_EQ(integers_of(block, "2^4"), (list{16}));
}

TEST(axis_expression, powers_of_two_reach_the_largest_without_overflow) {
  EXPECT_EQ(integers_of(block, "2^61..2^62"), (list{std::int64_t{1} << 61, std::int64_t{1} << 62}));
}

TEST(axis_expression, arithmetic_steps) {
  EXPECT_EQ(integers_of(block, "10..30:10"), (list{10, 20, 30}));
  EXPECT_EQ(integers_of(block, "10..29:10"), (list{10, 20}));
}

TEST(axis_expression, a_range_without_step_walks_the_axis_own_values) {
  EXPECT_EQ(integers_of(block, "40..200"), (list{64, 128}));
}

TEST(axis_expression, all) {
  EXPECT_EQ(integers_of(block, "all"), (list{32, 64, 128, 256}));
  EXPECT_EQ(parse_axis_expression(method, "all").size(), 2u);
}

TEST(axis_expression, names) {
  const auto values = parse_axis_expression(method, "serial,tree");
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(to_text(values[0]), "serial");
}

TEST(axis_expression, refuses_what_it_cannot_read) {
  for (const char* text : {"", "x", "1..", "..2", "2^", "2^63", "2^-1", "1,,2", "5..9:0", "5..9:x",
                           "9..5:1", "1e3", "99999999999999999999", "2^3..2^6:2^0"})
    EXPECT_THROW(parse_axis_expression(block, text), usage_error) << text;
}

std::string refusal_of(const axis& along, const std::string& text) {
  return refusal([&] { parse_axis_expression(along, text); });
}

TEST(axis_expression, says_what_is_too_large_and_what_would_do) {
  EXPECT_EQ(refusal_of(block, "2^70"), "block=2^70: out of range, expected at most 1024");
  EXPECT_EQ(refusal_of(block, "64,2^70"), "block=2^70: out of range, expected at most 1024");
  EXPECT_EQ(refusal_of(block, "99999999999999999999"),
            "block=99999999999999999999: out of range, expected at most 1024");
  EXPECT_EQ(refusal_of(block, "-99999999999999999999"),
            "block=-99999999999999999999: out of range, expected at least 32");
  axis large = block;
  large.max = std::int64_t{1} << 34;
  EXPECT_EQ(refusal_of(large, "2^10..2^70"), "block=2^70: out of range, expected at most 2^34");
  large.max = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(refusal_of(large, "2^63"), "block=2^63: out of range, expected at most 2^62");
  EXPECT_EQ(refusal_of(block, "ten"),
            "block=ten: expected an integer or a range such as 1024, 64,128, 2^10..2^28, "
            "2^10..2^28:2^2, 64..256:64 or all");
}

TEST(axis_expression, walks_ranges_at_the_ends_of_what_can_be_held) {
  EXPECT_EQ(integers_of(block, "9223372036854775805..9223372036854775807:2"),
            (list{9223372036854775805, 9223372036854775807}));
  EXPECT_THROW(parse_axis_expression(block, "-9223372036854775807..9223372036854775807:1"),
               usage_error);
}

TEST(axis_expression, takes_as_many_values_as_there_may_be_and_no_more_in_all) {
  EXPECT_EQ(parse_axis_expression(block, "1..100000:1,5,7").size(), 100'000u);
  EXPECT_THROW(parse_axis_expression(block, "1..100000:1,100001..200000:1"), usage_error);
}

TEST(axis_expression, refuses_a_range_of_too_many_values) {
  EXPECT_THROW(parse_axis_expression(block, "1..1000000000:1"), usage_error);
}

TEST(axis_domain, value_error_says_what_is_expected) {
  axis warps = block;
  warps.multiple_of = 32;
  EXPECT_EQ(warps.value_error(std::int64_t{96}), "");
  EXPECT_EQ(warps.value_error(std::int64_t{100}), "a multiple of 32 from 32 to 1024");
  axis powers = block;
  powers.power_of_two = true;
  EXPECT_EQ(powers.value_error(std::int64_t{96}), "a power of two from 32 to 1024");
  EXPECT_EQ(method.value_error(std::string("loop")), "one of tree, serial");
}

}  // namespace
}  // namespace warpmark
