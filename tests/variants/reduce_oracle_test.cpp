#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "variants/reduce/shared/oracle.hpp"
#include "variants/reduce/shared/plan_builder.hpp"

namespace warpmark::reduce {
namespace {

template <class T>
oracle<T> truth_of(const std::vector<T>& input, const std::string& op, bool random = false) {
  return make_oracle<T>(input, op, random);
}

TEST(reduce_oracle, integer_sums_wrap) {
  const std::vector<std::int32_t> input = {std::numeric_limits<std::int32_t>::max(), 1};
  EXPECT_EQ(truth_of(input, "sum").exact, std::numeric_limits<std::int32_t>::min());
}

TEST(reduce_oracle, nothing_folds_to_the_identity) {
  EXPECT_EQ(truth_of<std::int32_t>({}, "sum").exact, 0);
  EXPECT_EQ(truth_of<std::int32_t>({}, "min").exact, std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(truth_of<std::uint64_t>({}, "max").exact, 0u);
  EXPECT_EQ(truth_of<float>({}, "min").exact, std::numeric_limits<float>::infinity());
  EXPECT_EQ(truth_of<double>({}, "max").exact, -std::numeric_limits<double>::infinity());
}

TEST(reduce_oracle, integers_take_no_tolerance) {
  const auto truth = truth_of<std::int32_t>({1, 2, 3}, "sum");
  EXPECT_TRUE(judge(truth, 6, 1e9).ok);
  EXPECT_FALSE(judge(truth, 7, 1e9).ok);
}

TEST(reduce_oracle, the_reference_keeps_what_a_plain_sum_loses) {
  // 1 + 1e100 - 1e100 in float64 is 0; compensated it is 1.
  EXPECT_EQ(truth_of<double>({1.0, 1e100, 1.0, -1e100}, "sum").sum, 2.0);
}

TEST(reduce_oracle, float_sums_pass_within_the_bound_and_fail_beyond_it) {
  const std::vector<float> input(1024, 1.0f);
  const auto truth = truth_of(input, "sum");
  const double bound = 10 * 0x1p-24 * 1024 + 0x1p-24 * 1024;  // depth 10 and the final rounding
  EXPECT_TRUE(judge(truth, static_cast<float>(1024 + bound * 0.9), 10).ok);
  EXPECT_FALSE(judge(truth, static_cast<float>(1024 + bound * 1.5), 10).ok);
}

TEST(reduce_oracle, nan_never_passes) {
  const auto truth = truth_of<float>({1, 2}, "sum");
  EXPECT_FALSE(judge(truth, std::numeric_limits<float>::quiet_NaN(), 1e30).ok);
  EXPECT_FALSE(
      judge(truth_of<float>({1, 2}, "min"), std::numeric_limits<float>::quiet_NaN(), 1).ok);
}

TEST(reduce_oracle, random_inputs_have_the_smaller_bound_at_great_depth) {
  const std::vector<float> input(1024, 1.0f);
  const double depth = 1 << 20;
  EXPECT_LT(judge(truth_of(input, "sum", true), 1024.0f, depth).tolerance,
            judge(truth_of(input, "sum", false), 1024.0f, depth).tolerance / 100);
  EXPECT_EQ(judge(truth_of(input, "sum", true), 1024.0f, 10).tolerance,
            judge(truth_of(input, "sum", false), 1024.0f, 10).tolerance);
}

TEST(passes, shrink_by_the_tile_until_one_is_left) {
  EXPECT_EQ(pass_count(0, 256), 1u);
  EXPECT_EQ(pass_count(256, 256), 1u);
  EXPECT_EQ(pass_count(257, 256), 2u);
  EXPECT_EQ(pass_count(std::uint64_t{1} << 28, 256), 4u);
  EXPECT_EQ(pass_count(std::uint64_t{1} << 28, 1024), 3u);
}

TEST(passes, alternate_between_two_buffers) {
  problem asked;
  asked.set("type", "i32");
  asked.set("n", std::int64_t{1} << 28);
  asked.set("op", "sum");
  plan_builder builder(asked);
  add_passes(builder, {"tree_sequential", {"256", "1"}, 256, 1}, builder.input(), builder.n());
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
