#include "bench/space/plan_check.hpp"

#include <gtest/gtest.h>

namespace warpmark {
namespace {

TEST(plan_check, reads_declared_registers) {
  EXPECT_EQ(declared_registers({"-lineinfo", "--maxrregcount=96"}), 96);
  EXPECT_EQ(declared_registers({"-maxrregcount", "128"}), 128);
  EXPECT_EQ(declared_registers({"-DMAXRREGCOUNT=128"}), 0);
  EXPECT_EQ(declared_registers({"-maxrregcount=many"}), -1);
  EXPECT_EQ(declared_registers({}), 0);
}

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

}  // namespace
}  // namespace warpmark
