#include "bench/space/plan_check.hpp"

#include <gtest/gtest.h>

namespace warpmark {
namespace {

TEST(plan_check, multiplies_threads_by_a_kernels_declared_registers) {
  launch_plan plan;
  plan.kernels.push_back({.file = "test.cuh", .expression = "test"});
  plan.steps.emplace_back(launch_step{0, {.grid = {1}, .block = {1024}}, {}});
  EXPECT_FALSE(check_launches(plan, {}));
  plan.kernels[0].options = {"-maxrregcount=65"};
  EXPECT_TRUE(check_launches(plan, {}));
}

TEST(plan_check, checks_every_step_of_a_plan_and_the_ends_of_a_series) {
  launch_plan plan;
  plan.kernels.push_back({.file = "test.cuh", .expression = "test"});
  plan.steps.emplace_back(launch_step{0, {.grid = {1}, .block = {32}}, {}});
  plan.steps.emplace_back(
      launch_series{5, [](std::uint64_t number) {
                      const auto block = static_cast<std::uint32_t>(256 << number);
                      return launch_step{0, {.grid = {1}, .block = {block}}, {}};
                    }});
  ASSERT_TRUE(check_launches(plan, {}));
  EXPECT_EQ(check_launches(plan, {})->requested, 4096u);
  plan.steps.pop_back();
  EXPECT_FALSE(check_launches(plan, {}));
}

// A series of this many launches, of 32 threads but for one of 2048.
bool is_refused(std::uint64_t count, std::uint64_t too_large) {
  launch_plan plan;
  plan.kernels.push_back({.file = "test.cuh", .expression = "test"});
  plan.steps.emplace_back(
      launch_series{count, [too_large](std::uint64_t number) {
                      const std::uint32_t block = number == too_large ? 2048 : 32;
                      return launch_step{0, {.grid = {1}, .block = {block}}, {}};
                    }});
  return check_launches(plan, {}).has_value();
}

TEST(plan_check, refuses_a_series_by_its_first_or_last_launch) {
  EXPECT_TRUE(is_refused(5, 0));
  EXPECT_TRUE(is_refused(5, 4));
  EXPECT_TRUE(is_refused(1, 0));
  EXPECT_FALSE(is_refused(5, 5)) << "there is no such launch";
  EXPECT_FALSE(is_refused(0, 0)) << "there is none at all";
}

}  // namespace
}  // namespace warpmark
