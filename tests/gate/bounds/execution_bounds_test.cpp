#include "ci/gate/counting/execution_bounds.hpp"

#include <gtest/gtest.h>

namespace warpmark::gate {
namespace {

TEST(execution_bounds, are_a_multiple_of_the_base_with_a_floor_and_a_ceiling) {
  const gate_limits limits{.execution_s = 60,
                           .max_instruction_ratio = 50,
                           .min_instructions = 1000,
                           .max_time_ratio = 20,
                           .min_s = 5};
  const execution_bounds bounds(limits);
  EXPECT_EQ(bounds.scaled({3, 0.01}).warp_instructions, 1000u);
  EXPECT_EQ(bounds.scaled({300, 0.01}).warp_instructions, 15000u);
  EXPECT_EQ(bounds.scaled({~std::uint64_t{0} / 2, 1}).warp_instructions,
            execution_amount::unlimited);
  EXPECT_EQ(bounds.scaled({3, 0.01}).seconds, 5);
  EXPECT_EQ(bounds.scaled({3, 1}).seconds, 20);
  EXPECT_EQ(bounds.scaled({3, 10}).seconds, 60);
  EXPECT_EQ(bounds.of_base().point.seconds, 60);
  EXPECT_EQ(bounds.of_base().point.warp_instructions, execution_amount::unlimited);
}

TEST(execution_bounds, of_the_base_shrink_with_each_that_was_stopped) {
  execution_bounds bounds(gate_limits{.execution_s = 60, .min_s = 5});
  counted_point stopped;
  stopped.result.status = point_status::timed_out;
  for (const double expected_s : {30.0, 20.0, 15.0}) {
    bounds.base_took(stopped);
    EXPECT_EQ(bounds.of_base().point.seconds, expected_s);
  }
  for (int i = 0; i < 100; ++i) bounds.base_took(stopped);
  EXPECT_EQ(bounds.of_base().point.seconds, 5);
}

TEST(execution_bounds, of_a_head_that_was_stopped_before_are_those_of_the_base_alone) {
  execution_bounds bounds(gate_limits{
      .max_instruction_ratio = 50, .min_instructions = 1000, .max_time_ratio = 20, .min_s = 2});
  counted_point stopped;
  stopped.result.status = point_status::timed_out;
  bounds.head_took(stopped);
  EXPECT_EQ(bounds.scaled({3, 0.01}).warp_instructions, 500u);
  EXPECT_EQ(bounds.scaled({3, 0.01}).seconds, 1);
  for (int i = 0; i < 1000; ++i) bounds.head_took(stopped);
  EXPECT_EQ(bounds.scaled({3, 0.01}).warp_instructions, 150u);
  EXPECT_EQ(bounds.scaled({3, 0.01}).seconds, 0.2);
}

}  // namespace
}  // namespace warpmark::gate
