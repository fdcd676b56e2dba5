#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "variants/reduce/shared/oracle.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {
namespace {

using ops::argmin;
using ops::maximum;
using ops::minimum;
using ops::recurrence;
using ops::sum;

template <class Op>
oracle<Op> truth_of(const std::vector<typename Op::element>& input, bool random = false) {
  return make_oracle<Op>(input, random);
}

TEST(reduce_oracle, integer_sums_wrap) {
  const std::vector<std::int32_t> input = {std::numeric_limits<std::int32_t>::max(), 1};
  EXPECT_EQ(truth_of<sum<std::int32_t>>(input).exact, std::numeric_limits<std::int32_t>::min());
}

TEST(reduce_oracle, narrow_sums_wrap_at_their_own_width) {
  EXPECT_EQ(truth_of<sum<std::int8_t>>({127, 1}).exact, -128);
  EXPECT_EQ(truth_of<sum<std::int8_t>>({-128, -128}).exact, 0);
  EXPECT_EQ(truth_of<sum<std::uint8_t>>({200, 100}).exact, 44);
  EXPECT_EQ(truth_of<sum<std::int16_t>>({32767, 2}).exact, -32767);
}

TEST(reduce_oracle, nothing_folds_to_the_identity) {
  EXPECT_EQ(truth_of<sum<std::int32_t>>({}).exact, 0);
  EXPECT_EQ(truth_of<minimum<std::int32_t>>({}).exact, std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(truth_of<minimum<std::int8_t>>({}).exact, 127);
  EXPECT_EQ(truth_of<maximum<std::int16_t>>({}).exact, -32768);
  EXPECT_EQ(truth_of<maximum<std::uint64_t>>({}).exact, 0u);
  EXPECT_EQ(truth_of<minimum<float>>({}).exact, std::numeric_limits<float>::infinity());
  EXPECT_EQ(truth_of<maximum<double>>({}).exact, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(truth_of<minimum<bfloat16>>({}).exact, std::numeric_limits<float>::infinity());
  EXPECT_EQ(truth_of<recurrence<std::uint32_t>>({}).exact, 0u);
}

TEST(reduce_oracle, integers_take_no_tolerance) {
  const auto truth = truth_of<sum<std::int32_t>>({1, 2, 3});
  EXPECT_TRUE(judge(truth, 6, 1e9).ok);
  EXPECT_FALSE(judge(truth, 7, 1e9).ok);
}

TEST(reduce_oracle, the_reference_keeps_what_a_plain_sum_loses) {
  // 1 + 1e100 - 1e100 in float64 is 0; compensated it is 1.
  EXPECT_EQ(truth_of<sum<double>>({1.0, 1e100, 1.0, -1e100}).sum, 2.0);
}

TEST(reduce_oracle, float_sums_pass_within_the_bound_and_fail_beyond_it) {
  const auto truth = truth_of<sum<float>>(std::vector<float>(1024, 1.0f));
  const double bound = 10 * 0x1p-24 * 1024 + 0x1p-24 * 1024;  // depth 10 and the final rounding
  EXPECT_TRUE(judge(truth, static_cast<float>(1024 + bound * 0.9), 10).ok);
  EXPECT_FALSE(judge(truth, static_cast<float>(1024 + bound * 1.5), 10).ok);
}

TEST(reduce_oracle, sums_that_cancel_have_the_bound_of_their_magnitudes) {
  std::vector<float> input(1024, 1.0f);
  for (std::size_t i = 0; i < input.size(); i += 2) input[i] = -1.0f;
  const auto truth = truth_of<sum<float>>(input);
  const double bound = 10 * 0x1p-24 * 1024;  // depth 10; the sum itself is 0
  EXPECT_TRUE(judge(truth, static_cast<float>(bound * 0.9), 10).ok);
  EXPECT_FALSE(judge(truth, static_cast<float>(bound * 1.1), 10).ok);
}

TEST(reduce_oracle, sums_of_16_bit_floats_round_to_16_bits_only_at_the_end) {
  // 2048 + 1 has no neighbour in binary16 nearer than 1 away; sums kept in binary16 stop at 2048.
  const auto truth = truth_of<sum<float16>>(std::vector<float16>(3000, float16(1.0f)));
  EXPECT_EQ(truth.sum, 3000.0);
  EXPECT_TRUE(judge(truth, float16(3000.0f), 12).ok);
  EXPECT_FALSE(judge(truth, float16(2048.0f), 12).ok);
  EXPECT_FALSE(judge(truth, float16(3004.0f), 12).ok);
}

TEST(reduce_oracle, bf16_sums_have_the_wider_spacing_of_8_bits) {
  const auto truth = truth_of<sum<bfloat16>>(std::vector<bfloat16>(1001, bfloat16(1.0f)));
  EXPECT_TRUE(judge(truth, bfloat16(1000.0f), 10).ok);  // neighbours are 4 apart
  EXPECT_FALSE(judge(truth, bfloat16(1008.0f), 10).ok);
}

TEST(reduce_oracle, sums_beyond_the_range_of_f16_are_infinite) {
  const float infinity = std::numeric_limits<float>::infinity();
  const auto above = truth_of<sum<float16>>(std::vector<float16>(70, float16(1000.0f)));
  EXPECT_TRUE(judge(above, float16(infinity), 10).ok);
  EXPECT_FALSE(judge(above, float16(-infinity), 10).ok);
  EXPECT_FALSE(judge(above, float16(65504.0f), 10).ok);
  const auto below = truth_of<sum<float16>>(std::vector<float16>(70, float16(-1000.0f)));
  EXPECT_TRUE(judge(below, float16(-infinity), 10).ok);
  // bfloat16 has float's range.
  const auto wide = truth_of<sum<bfloat16>>(std::vector<bfloat16>(70, bfloat16(1000.0f)));
  EXPECT_FALSE(judge(wide, bfloat16(infinity), 10).ok);
}

TEST(reduce_oracle, nan_never_passes) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(judge(truth_of<sum<float>>({1, 2}), nan, 1e30).ok);
  EXPECT_FALSE(judge(truth_of<minimum<float>>({1, 2}), nan, 1).ok);
  const std::vector<float16> small = {float16(1.0f), float16(2.0f)};
  EXPECT_FALSE(judge(truth_of<sum<float16>>(small), float16(nan), 1e30).ok);
}

TEST(reduce_oracle, random_inputs_have_the_smaller_bound_at_great_depth) {
  const std::vector<float> input(1024, 1.0f);
  const auto tolerance = [&](bool random, double depth) {
    return judge(truth_of<sum<float>>(input, random), 1024.0f, depth).tolerance;
  };
  EXPECT_LT(tolerance(true, 1 << 20), tolerance(false, 1 << 20) / 100);
  EXPECT_EQ(tolerance(true, 10), tolerance(false, 10));
}

TEST(reduce_oracle, argmin_is_the_lowest_place_among_equals) {
  const auto truth = truth_of<argmin<std::int32_t>>({5, 3, 4, 3, 3});
  EXPECT_EQ(truth.exact.value, 3);
  EXPECT_EQ(truth.exact.index, 1u);
  EXPECT_TRUE(judge(truth, {1, 3}, 0).ok);
  EXPECT_FALSE(judge(truth, {3, 3}, 0).ok);  // the right element at a later place
  EXPECT_FALSE(judge(truth, {1, 4}, 0).ok);  // the right place with another element
}

TEST(reduce_oracle, argmin_takes_the_lowest_place_over_all_pieces) {
  // Longer than the pieces that the reference is folded by.
  std::vector<float> input(100'000, 1.0f);
  for (const std::size_t i : {99'999, 70'000, 31'234}) input[i] = -2.0f;
  const auto truth = truth_of<argmin<float>>(input);
  EXPECT_EQ(truth.exact.index, 31'234u);
  EXPECT_EQ(truth_of<argmin<float>>(std::vector<float>(100'000, 1.0f)).exact.index, 0u);
}

TEST(reduce_oracle, recurrence_depends_on_the_order) {
  // x = a_0, then x = (a_1 | 1) * x + a_1.
  const auto forward = truth_of<recurrence<std::int32_t>>({2, 5});
  EXPECT_EQ(forward.exact, 5 * 2 + 5);
  const auto swapped = truth_of<recurrence<std::int32_t>>({5, 2});
  EXPECT_EQ(swapped.exact, 3 * 5 + 2);
  EXPECT_NE(forward.exact, swapped.exact);
  EXPECT_FALSE(judge(forward, swapped.exact, 1e9).ok);
}

TEST(reduce_oracle, recurrence_over_pieces_is_the_loop) {
  std::vector<std::uint8_t> input(10'007);
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::uint8_t>(i * 37 + 11);
  unsigned x = 0;
  for (const unsigned a : input) x = ((a | 1) * x + a) & 0xff;
  EXPECT_EQ(truth_of<recurrence<std::uint8_t>>(input).exact, x);
}

TEST(passes, shrink_by_the_tile_until_one_is_left) {
  EXPECT_EQ(pass_count(0, 256), 1u);
  EXPECT_EQ(pass_count(256, 256), 1u);
  EXPECT_EQ(pass_count(257, 256), 2u);
  EXPECT_EQ(pass_count(std::uint64_t{1} << 28, 256), 4u);
  EXPECT_EQ(pass_count(std::uint64_t{1} << 28, 1024), 3u);
}

TEST(passes, alternate_between_two_buffers) {
  problem problem;
  problem.set("type", "i32");
  problem.set("n", std::int64_t{1} << 28);
  problem.set("op", "sum");
  plan_builder builder(problem);
  add_passes(builder, {templates::tree_sequential{.block = 256, .items = 1}, 256, 1},
             builder.input(), builder.n());
  const launch_plan plan = builder.take();
  ASSERT_EQ(plan.steps.size(), 4u);
  EXPECT_EQ(plan.kernels.size(), 1u);
  EXPECT_EQ(plan.buffers.size(), 4u);  // input, output, two of partial results
  const auto target = [&](std::size_t step) {
    return std::get<buffer_argument>(std::get<launch_step>(plan.steps[step]).arguments[1]).buffer;
  };
  EXPECT_EQ(target(0), 2u);
  EXPECT_EQ(target(1), 3u);
  EXPECT_EQ(target(2), 2u);
  EXPECT_EQ(target(3), 1u);
}

}  // namespace
}  // namespace warpmark::reduce
