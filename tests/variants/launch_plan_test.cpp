// Series of launches, and plans that begin with another's.

#include "variants/contract/launch_plan.hpp"

#include <gtest/gtest.h>

#include "variants/contract/composed_plan.hpp"

namespace warpmark {
namespace {

launch_step launch_of(std::size_t kernel, std::size_t buffer, std::uint64_t number) {
  return {.kernel = kernel,
          .shape = {},
          .arguments = {buffer_argument{buffer, 8}, scalar_argument::of(number)}};
}

std::uint64_t number_of(const launch_step& step) {
  std::uint64_t number = 0;
  std::memcpy(&number, std::get<scalar_argument>(step.arguments[1]).bytes.data(), sizeof number);
  return number;
}

std::size_t buffer_of(const launch_step& step) {
  return std::get<buffer_argument>(step.arguments[0]).buffer;
}

// A launch of kernel 1, then three of kernel 0.
launch_plan with_series() {
  launch_plan plan;
  plan.kernels = {{"f/a.cuh", "f::a"}, {"f/b.cuh", "f::b"}};
  plan.buffers = {{"input", buffer_role::input, 64}, {"own", buffer_role::scratch, 64}};
  plan.steps = {launch_of(1, 0, 7),
                launch_series{3, [](std::uint64_t i) { return launch_of(0, 1, 10 + i); }}};
  return plan;
}

TEST(launch_plan, a_series_counts_as_its_launches) {
  EXPECT_EQ(launch_count(with_series()), 4u);
  EXPECT_EQ(launched_kernels(with_series()), (std::vector<std::size_t>{1, 0, 0, 0}));
}

TEST(launch_plan, the_first_launch_may_be_in_a_series) {
  EXPECT_EQ(number_of(*first_launch(with_series(), 0)), 10u);
  EXPECT_EQ(number_of(*first_launch(with_series(), 1)), 7u);
  EXPECT_FALSE(first_launch(with_series(), 2));
}

TEST(launch_plan, of_a_million_launches_only_those_asked_for_are_made) {
  std::uint64_t made = 0;
  launch_plan plan;
  plan.steps = {launch_series{1'000'000, [&](std::uint64_t i) {
                                ++made;
                                return launch_of(i == 2 ? 1 : 0, 0, i);
                              }}};
  EXPECT_EQ(launch_count(plan), 1'000'000u);
  EXPECT_EQ(number_of(*first_launch(plan, 1)), 2u);
  EXPECT_EQ(made, 3u);
}

TEST(composed_plan, kernels_and_buffers_are_renumbered) {
  launch_plan whole;
  whole.kernels = {{"f/b.cuh", "f::b"}};
  whole.buffers = {{"table", buffer_role::output, 8}, {"keys", buffer_role::input, 64}};
  whole.steps = {launch_of(0, 0, 1)};
  launch_plan part = with_series();
  part.steps.emplace_back(fill_step{{1, 4}, scalar_argument::of(0u), 1});
  part.restore = {copy_step{{1}, {0, 16}, 8}};
  append_plan(whole, part, {{"input", 1}});

  ASSERT_EQ(whole.kernels.size(), 2u) << "one of them was there already";
  EXPECT_EQ(whole.kernels[1].expression, "f::a");
  ASSERT_EQ(whole.buffers.size(), 3u);
  EXPECT_EQ(whole.buffers[2].name, "own");
  EXPECT_EQ(launched_kernels(whole), (std::vector<std::size_t>{0, 0, 1, 1, 1}));
  EXPECT_EQ(buffer_of(std::get<launch_step>(whole.steps[1])), 1u) << "the input's stand-in";
  const auto last = std::get<launch_series>(whole.steps[2]).at(2);
  EXPECT_EQ(buffer_of(last), 2u);
  EXPECT_EQ(number_of(last), 12u);
  EXPECT_EQ(std::get<fill_step>(whole.steps[3]).target.buffer, 2u);
  EXPECT_EQ(std::get<fill_step>(whole.steps[3]).target.offset_bytes, 4u);
  const auto restored = std::get<copy_step>(whole.restore.at(0));
  EXPECT_EQ(restored.to.buffer, 2u);
  EXPECT_EQ(restored.from.buffer, 1u);
  EXPECT_EQ(restored.from.offset_bytes, 16u);
}

}  // namespace
}  // namespace warpmark
