#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "bench/kernels_file/template_text.hpp"
#include "tests/refusal.hpp"

namespace warpmark::kernels_file {
namespace {

class expressions : public ::testing::Test {
 protected:
  expressions() {
    asked_.set("n", std::int64_t{1000});
    asked_.set("type", std::string("f64"));
    how_.set("block", std::int64_t{256});
    how_.set("items", std::int64_t{0});
  }
  name_values names() const { return {&asked_, &how_, &limits_}; }
  std::int64_t of(const char* text) const { return expression(text, "place").integer(names()); }
  std::string refused(const char* text) const {
    return refusal([&] { of(text); });
  }

  problem asked_;
  config how_;
  device_limits limits_;
};

TEST_F(expressions, follows_the_precedence_of_c_with_powers_on_top) {
  EXPECT_EQ(of("1 + 2 * 3 - 4"), 3);
  EXPECT_EQ(of("-2^2"), -4);
  EXPECT_EQ(of("2^3^2"), 512);
  EXPECT_EQ(of("2^-0"), 1);
  EXPECT_EQ(of("(1 + 2) * 3"), 9);
  EXPECT_EQ(of("10 - 4 - 3"), 3);
  EXPECT_EQ(of("100 / 7 % 4"), 2);
  EXPECT_EQ(of("1 < 2 == 1"), 1);
  EXPECT_EQ(of("0 && 1 || 1"), 1);
  EXPECT_EQ(of("!0 + !5"), 1);
  EXPECT_EQ(of("1 ? 2 : 0 ? 3 : 4"), 2);
  EXPECT_EQ(of("0 ? 2 : 0 ? 3 : 4"), 4);
  EXPECT_EQ(of("0x10 + 010"), 26);
}

TEST_F(expressions, has_functions_and_names) {
  EXPECT_EQ(of("min(3, 1, 2) + max(3, 1) * 10"), 31);
  EXPECT_EQ(of("ceildiv(n, block)"), 4);
  EXPECT_EQ(of("ceildiv(0, 5) + ceildiv(10, 5)"), 2);
  EXPECT_EQ(of("ceildiv(-7, 2)"), -3);
  EXPECT_EQ(of("size(type) + size('f16')"), 10);
  EXPECT_EQ(of("type == 'f64' && type != \"f32\""), 1);
  EXPECT_EQ(of("block <= max_threads_per_block"), 1);
  EXPECT_EQ(of("warp_threads"), 32);
}

TEST_F(expressions, compares_at_equality) {
  EXPECT_EQ(of("n < 1000"), 0);
  EXPECT_EQ(of("n <= 1000"), 1);
  EXPECT_EQ(of("n > 1000"), 0);
  EXPECT_EQ(of("n >= 1000"), 1);
  EXPECT_EQ(of("n > 999"), 1);
  EXPECT_EQ(of("n >= 1001"), 0);
}

TEST_F(expressions, divides_towards_zero_and_ceildiv_upwards) {
  EXPECT_EQ(of("-7 / 2"), -3);
  EXPECT_EQ(of("-7 % 2"), -1);
  EXPECT_EQ(of("ceildiv(7, -2)"), -3);
  EXPECT_EQ(of("ceildiv(-7, -2)"), 4);
  EXPECT_EQ(of("ceildiv(7, 2)"), 4);
  EXPECT_EQ(of("ceildiv(5, -1)"), -5);
}

TEST_F(expressions, has_powers_of_the_small_bases) {
  EXPECT_EQ(of("0^0"), 1);
  EXPECT_EQ(of("0^5"), 0);
  EXPECT_EQ(of("(-1)^3"), -1);
  EXPECT_EQ(of("(-1)^1000000000000"), 1);
  EXPECT_EQ(of("(-2)^63"), std::numeric_limits<std::int64_t>::min());
}

TEST_F(expressions, passes_by_what_is_not_needed) {
  EXPECT_EQ(of("items != 0 && n / items > 1"), 0);
  EXPECT_EQ(of("items == 0 || n / items > 1"), 1);
  EXPECT_EQ(of("items ? n / items : 7"), 7);
}

TEST_F(expressions, says_where_it_is_wrong_and_what_would_be_right) {
  EXPECT_EQ(refused("n / items"),
            "place: 'n / items', column 3: division by zero (items = 0, n = 1000)");
  EXPECT_TRUE(contains(refused("blok + 1"), "column 1: no name 'blok' (did you mean 'block'?)"));
  EXPECT_TRUE(contains(refused("mn(1)"), "no function 'mn' (did you mean 'min'?)"));
  EXPECT_TRUE(contains(refused("1 +"), "column 4: a value is missing"));
  EXPECT_TRUE(contains(refused("(1"), "')' is missing"));
  EXPECT_TRUE(contains(refused("1 2"), "column 3: unexpected '2'"));
  EXPECT_TRUE(contains(refused("1.5"), "expected an integer"));
  EXPECT_TRUE(contains(refused("'f32"), "unterminated quote"));
  EXPECT_TRUE(contains(refused("type + 1"), "'f64' is a name; expected a number"));
  EXPECT_TRUE(contains(refused("type == 1"), "cannot compare a number and a name"));
  EXPECT_TRUE(contains(refused("size(n)"), "'1000' is not an element type"));
  EXPECT_TRUE(contains(refused("ceildiv(1)"), "takes 2, not 1"));
  EXPECT_TRUE(contains(refused("2^63"), "needs more than 63 bits"));
  EXPECT_TRUE(contains(refused("2^62 + 2^62"), "needs more than 63 bits"));
  EXPECT_TRUE(contains(refused("n % items"), "division by zero"));
  EXPECT_TRUE(contains(refused("2^-1"), "negative exponent"));
  EXPECT_TRUE(contains(refused(std::string(300, '(').c_str()), "nested too deeply"));
  EXPECT_TRUE(contains(refused(std::string(300, '-').c_str()), "nested too deeply"));
  EXPECT_TRUE(contains(refused(std::string(5000, '1').c_str()), "longer than"));
  EXPECT_TRUE(contains(refused(""), "a value is missing"));
}

TEST_F(expressions, survives_the_extremes) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(of("-9223372036854775807 - 1"), least);
  EXPECT_TRUE(contains(refused("(-9223372036854775807 - 1) / -1"), "63 bits"));
  EXPECT_EQ(of("(-9223372036854775807 - 1) % -1"), 0);
  EXPECT_TRUE(contains(refused("-(-9223372036854775807 - 1)"), "63 bits"));
  EXPECT_TRUE(contains(refused("9223372036854775808"), "63 bits"));
  EXPECT_EQ(of("1^1000000000000"), 1);
}

TEST_F(expressions, a_count_is_not_negative) {
  EXPECT_TRUE(
      contains(refusal([&] { expression("n - 2000", "p").count(names()); }), "-1000 is negative"));
  EXPECT_TRUE(
      contains(refusal([&] { expression("n - 1001", "p").count(names()); }), "-1 is negative"));
  EXPECT_EQ(expression("n - 1000", "p").count(names()), 0u);
  EXPECT_EQ(expression("n", "p").count(names()), 1000u);
}

TEST_F(expressions, templates_spell_types_for_cuda) {
  const auto rendered = [&](const char* text, spelling style) {
    return template_text(text, "place").rendered(names(), style);
  };
  EXPECT_EQ(rendered("k<{block * 2}, {type}>", spelling::cuda), "k<512, double>");
  EXPECT_EQ(rendered("{type}", spelling::as_named), "f64");
  EXPECT_EQ(rendered("a{{{block}}}", spelling::cuda), "a{256}");
  EXPECT_TRUE(contains(refusal([&] { rendered("k<{block", spelling::cuda); }), "'{' without '}'"));
  EXPECT_TRUE(contains(refusal([&] { rendered("k}", spelling::cuda); }), "'}' without '{'"));
  EXPECT_TRUE(contains(refusal([&] { rendered("{}", spelling::cuda); }), "a value is missing"));
}

}  // namespace
}  // namespace warpmark::kernels_file
