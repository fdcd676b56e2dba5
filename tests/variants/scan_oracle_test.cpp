// The oracle of scan must pass what is right and refuse what is nearly right, at the right place.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "variants/registry.hpp"
#include "variants/scan/shared/oracle.hpp"

namespace warpmark::scan {
namespace {

template <class Op>
using elements = std::vector<typename Op::element>;
template <class Op>
using results = std::vector<typename Op::result>;

template <class Op>
results<Op> scanned(const elements<Op>& input, bool inclusive, bool operands_swapped = false) {
  const Op op;
  results<Op> output;
  auto before = Op::identity();
  for (std::size_t i = 0; i < input.size(); ++i) {
    const auto own = Op::lift(input[i], i);
    const auto next = operands_swapped ? op(own, before) : op(before, own);
    output.push_back(Op::lower(inclusive ? next : before));
    before = next;
  }
  return output;
}

template <class Op>
oracle_result judged(const elements<Op>& input, const results<Op>& output, input_nature nature = {},
                     double depth = 20) {
  return oracle<Op>(input, nature).judge(std::as_bytes(std::span(output)), depth);
}

std::vector<std::int32_t> some_integers(std::size_t n) {
  std::vector<std::int32_t> input;
  for (std::size_t i = 0; i < n; ++i)
    input.push_back(static_cast<std::int32_t>((i + 1) * 2654435761u));
  return input;
}

using integer_sum = ops::sum<std::int32_t>;
using float_sum = ops::sum<float>;
using half_sum = ops::sum<float16>;

TEST(scan_oracle, knows_both_kinds) {
  const elements<integer_sum> input = {3, 1, 4};
  EXPECT_TRUE(judged<integer_sum>(input, {3, 4, 8}, {.inclusive = true}).ok);
  EXPECT_TRUE(judged<integer_sum>(input, {0, 3, 4}, {.inclusive = false}).ok);
  EXPECT_TRUE(judged<integer_sum>({}, {}).ok);
}

TEST(scan_oracle, one_kind_is_not_the_other) {
  const auto input = some_integers(300);
  for (const bool inclusive : {true, false})
    EXPECT_FALSE(judged<integer_sum>(input, scanned<integer_sum>(input, !inclusive),
                                     {.inclusive = inclusive})
                     .ok);
}

TEST(scan_oracle, exclusive_scans_begin_with_the_neutral_element) {
  using low = ops::minimum<float>;
  const auto infinity = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(judged<low>({2, 1}, {infinity, 2}, {.inclusive = false}).ok);
  EXPECT_FALSE(
      judged<low>({2, 1}, {std::numeric_limits<float>::max(), 2}, {.inclusive = false}).ok);
}

TEST(scan_oracle, results_shifted_by_one_are_wrong_from_the_first) {
  const auto input = some_integers(300);
  auto output = scanned<integer_sum>(input, true);
  output.erase(output.begin());
  output.push_back(0);
  const auto result = judged<integer_sum>(input, output);
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.first_bad_index, 0u);
}

TEST(scan_oracle, one_wrong_result_is_found_wherever_it_stands) {
  const auto input = some_integers(1000);  // 64 pieces of 15 or 16
  for (std::size_t i = 0; i < input.size(); ++i) {
    auto output = scanned<integer_sum>(input, true);
    output[i] ^= 1;
    const auto result = judged<integer_sum>(input, output);
    ASSERT_FALSE(result.ok) << i;
    ASSERT_EQ(result.first_bad_index, i);
    ASSERT_EQ(result.got, std::to_string(output[i]));
    ASSERT_EQ(result.expected, std::to_string(output[i] ^ 1));
  }
}

TEST(scan_oracle, the_first_of_several_wrong_results_is_named) {
  const auto input = some_integers(1000);
  auto output = scanned<integer_sum>(input, false);
  for (const std::size_t i : {999, 500, 77}) output[i] ^= 1;
  EXPECT_EQ(judged<integer_sum>(input, output, {.inclusive = false}).first_bad_index, 77u);
}

TEST(scan_oracle, swapped_operands_are_wrong_where_the_order_matters) {
  using recurrence = ops::recurrence<std::uint32_t>;
  elements<recurrence> input;
  for (const auto element : some_integers(300)) input.push_back(std::uint32_t(element));
  EXPECT_TRUE(judged<recurrence>(input, scanned<recurrence>(input, true)).ok);
  const auto swapped = judged<recurrence>(input, scanned<recurrence>(input, true, true));
  EXPECT_FALSE(swapped.ok);
  EXPECT_EQ(swapped.first_bad_index, 1u);
}

TEST(scan_oracle, a_piece_folded_without_its_place_in_the_order_is_wrong) {
  using recurrence = ops::recurrence<std::int8_t>;
  elements<recurrence> input;
  for (const auto element : some_integers(256)) input.push_back(std::int8_t(element));
  auto output = scanned<recurrence>(input, true);
  const elements<recurrence> second_half(input.begin() + 128, input.end());
  const auto alone = scanned<recurrence>(second_half, true);
  std::copy(alone.begin(), alone.end(), output.begin() + 128);
  EXPECT_EQ(judged<recurrence>(input, output).first_bad_index, 128u);
}

TEST(scan_oracle, narrow_integers_wrap) {
  using narrow = ops::sum<std::int8_t>;
  EXPECT_TRUE(judged<narrow>({100, 100, 100}, {100, -56, 44}).ok);
  EXPECT_FALSE(judged<narrow>({100, 100, 100}, {100, 127, 127}).ok);
}

TEST(scan_oracle, float_sums_pass_within_the_bound_of_their_prefix_and_fail_beyond_it) {
  const elements<float_sum> input(1024, 0.75f);
  auto output = scanned<float_sum>(input, true);
  EXPECT_TRUE(judged<float_sum>(input, output, {}, 10).ok);
  const double bound = 10 * 0x1p-24 * 768;
  output[1023] = static_cast<float>(768 + bound * 0.8);
  EXPECT_TRUE(judged<float_sum>(input, output, {}, 10).ok);
  output[1023] = static_cast<float>(768 + bound * 1.5);
  EXPECT_EQ(judged<float_sum>(input, output, {}, 10).first_bad_index, 1023u);
  // What is right for the last element is far too much for the first.
  output = scanned<float_sum>(input, true);
  output[0] = static_cast<float>(0.75 + bound * 0.5);
  EXPECT_EQ(judged<float_sum>(input, output, {}, 10).got.substr(0, 4), "0.75");
  EXPECT_FALSE(judged<float_sum>(input, output, {}, 10).ok);
}

TEST(scan_oracle, sums_of_whole_numbers_take_no_tolerance) {
  const elements<float_sum> input(1000, 3.0f);
  auto output = scanned<float_sum>(input, true);
  EXPECT_TRUE(judged<float_sum>(input, output, {.whole_numbers = true}, 1e6).ok);
  output[999] = std::nextafter(output[999], 0.0f);
  EXPECT_TRUE(judged<float_sum>(input, output, {}, 1e6).ok);
  EXPECT_EQ(judged<float_sum>(input, output, {.whole_numbers = true}, 1e6).first_bad_index, 999u);
}

TEST(scan_oracle, random_inputs_have_the_smaller_bound_at_great_depth) {
  const elements<float_sum> input(1024, 1.0f);
  const auto output = scanned<float_sum>(input, true);
  auto far = output;
  far[1023] += 100;
  const double depth = 1 << 22;
  EXPECT_TRUE(judged<float_sum>(input, far, {}, depth).ok);
  EXPECT_FALSE(judged<float_sum>(input, far, {.zero_mean_random = true}, depth).ok);
  EXPECT_TRUE(judged<float_sum>(input, output, {.zero_mean_random = true}, depth).ok);
}

TEST(scan_oracle, nan_never_passes) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(judged<float_sum>({1, 2}, {1, nan}, {}, 1e30).ok);
  EXPECT_FALSE(judged<ops::maximum<float>>({1, 2}, {1, nan}).ok);
}

TEST(scan_oracle, sixteen_bit_floats_are_rounded_once_and_overflow_to_infinity) {
  const auto half = [](float value) { return float16(value); };
  const elements<half_sum> input = {half(2048), half(1), half(1), half(63488), half(1)};
  // Rounding every partial result would give 2048 after the third.
  EXPECT_TRUE(judged<half_sum>(input, {half(2048), half(2048), half(2050), half(65536), half(7e4f)},
                               {.whole_numbers = true})
                  .ok);
  EXPECT_EQ(judged<half_sum>(input, {half(2048), half(2048), half(2048), half(7e4f), half(7e4f)},
                             {.whole_numbers = true})
                .first_bad_index,
            2u);
  EXPECT_EQ(judged<half_sum>(input, {half(2048), half(2048), half(2050), half(65504), half(7e4f)},
                             {.whole_numbers = true})
                .first_bad_index,
            3u);
}

TEST(scan_oracle, the_reference_keeps_what_a_plain_sum_loses) {
  using wide_sum = ops::sum<double>;
  EXPECT_TRUE(judged<wide_sum>({1.0, 1e100, 1.0, -1e100}, {1.0, 1e100, 1e100, 2.0}).ok);
}

TEST(scan_family, gives_every_result_of_every_operator) {
  const family& family = *built_in_registry().find_family("scan");
  problem problem;
  for (const auto& along : family.axes) problem.set(along.name, along.base);
  problem.set("n", std::int64_t{3});
  problem.set("dist", "constant");
  const auto truth = family.instance(problem, 1);
  const std::vector<std::int32_t> right = {1, 2, 3};
  EXPECT_TRUE(truth->check("output", std::as_bytes(std::span(right)), {.rounding_depth = 1}).ok);
  EXPECT_THROW(truth->check("output", {}, {.rounding_depth = 1}), std::out_of_range);
  EXPECT_EQ(family.compulsory_bytes(problem), 24u);
  problem.set("op", "recurrence");
  problem.set("type", "f32");
  EXPECT_NE(family.problem_error(problem), "");
}

}  // namespace
}  // namespace warpmark::scan
