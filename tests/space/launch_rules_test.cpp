#include "bench/space/launch_rules.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/space/small_spaces.hpp"

namespace warpmark::spaces {
namespace {

launch_plan plan_of_block(std::uint32_t threads) {
  launch_plan plan;
  plan.kernels.push_back({.file = "test.cuh", .expression = "test"});
  plan.steps.emplace_back(launch_step{0, {.grid = {1}, .block = {threads}}, {}});
  return plan;
}

// The rules of a space of one axis whose levels have blocks of these sizes.
std::vector<rule> rules_of_blocks(const std::vector<std::uint32_t>& blocks) {
  const auto over =
      space::of_rules({testing::numbers("block", static_cast<std::uint32_t>(blocks.size()))}, {});
  return launch_rules(over, {},
                      [&](config_index index) { return plan_of_block(blocks[over.at(index)[0]]); });
}

bool allows(const rule& rule, const level_tuple& levels) { return rule.holds(levels); }

TEST(launch_rules, there_are_none_for_what_can_be_launched) {
  EXPECT_TRUE(rules_of_blocks({32, 1024}).empty());
  EXPECT_TRUE(
      launch_rules(space::of_list({testing::numbers("block", 2)}, {}), {}, [](config_index) {
        return plan_of_block(2048);
      }).empty());
}

TEST(launch_rules, name_the_least_and_the_most_that_was_requested_in_any_order) {
  for (const auto& blocks : std::vector<std::vector<std::uint32_t>>{
           {32, 1056, 1088, 2048}, {2048, 32, 1088, 1056}, {1088, 2048, 1056, 32}}) {
    const auto rules = rules_of_blocks(blocks);
    ASSERT_EQ(rules.size(), 1u);
    EXPECT_EQ(rules[0].reason, "a block has at most 1024 threads; requested 1056 to 2048");
    for (std::uint32_t level = 0; level < blocks.size(); ++level)
      EXPECT_EQ(allows(rules[0], {level}), blocks[level] == 32) << blocks[level];
  }
}

TEST(launch_rules, name_one_request_once) {
  const auto rules = rules_of_blocks({2048, 32, 2048});
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(rules[0].reason, "a block has at most 1024 threads; requested 2048");
}

TEST(launch_rules, read_the_axes_that_decide_alone) {
  const auto over = space::of_rules(
      {testing::numbers("a", 3), testing::numbers("b", 2), testing::numbers("c", 3)}, {});
  // 300 times the values of a and c: more than 1024 threads from 4 times on.
  const auto rules = launch_rules(over, {}, [&](config_index index) {
    const auto levels = over.at(index);
    return plan_of_block(300 * (levels[0] + 1) * (levels[2] + 1));
  });
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(rules[0].reads, (std::vector<std::size_t>{0, 2}));
  testing::for_each_tuple(over.axes(), [&](const level_tuple& levels) {
    EXPECT_EQ(allows(rules[0], levels), (levels[0] + 1) * (levels[2] + 1) < 4);
  });
}

TEST(launch_rules, are_one_for_each_limit) {
  const auto over = space::of_rules({testing::numbers("a", 3)}, {});
  const auto rules = launch_rules(over, {}, [&](config_index index) {
    const auto level = over.at(index)[0];
    launch_plan plan = plan_of_block(level == 1 ? 2048 : 32);
    if (level == 2) std::get<launch_step>(plan.steps[0]).shape.grid = {0};
    return plan;
  });
  ASSERT_EQ(rules.size(), 2u);
  for (const rule& rule : rules) EXPECT_TRUE(allows(rule, {0}));
  for (std::uint32_t level = 1; level < 3; ++level)
    EXPECT_NE(allows(rules[0], {level}), allows(rules[1], {level})) << level;
}

// Its error is reported when it is measured.
TEST(launch_rules, exclude_no_config_whose_plan_cannot_be_made) {
  const auto over = space::of_rules({testing::numbers("a", 3)}, {});
  const auto rules = launch_rules(over, {}, [&](config_index index) {
    if (index == 1) throw std::runtime_error("no plan");
    return plan_of_block(index == 2 ? 2048 : 32);
  });
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_TRUE(allows(rules[0], {0}));
  EXPECT_TRUE(allows(rules[0], {1}));
  EXPECT_FALSE(allows(rules[0], {2}));
}

TEST(launch_rules, make_as_many_plans_as_they_may) {
  for (const config_index count : {max_plans, max_plans + 1}) {
    const auto over =
        space::of_rules({testing::numbers("a", static_cast<std::uint32_t>(count))}, {});
    config_index plans = 0;
    launch_rules(over, {}, [&](config_index) {
      ++plans;
      return plan_of_block(32);
    });
    EXPECT_EQ(plans, count == max_plans ? max_plans : 0u);
  }
}

}  // namespace
}  // namespace warpmark::spaces
