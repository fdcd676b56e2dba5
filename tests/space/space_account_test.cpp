// What an account says of a space against what enumeration finds.

#include "bench/space/space_account.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "bench/space/variant_space.hpp"
#include "tests/space/small_spaces.hpp"

namespace warpmark::spaces {
namespace {

axis numbers(std::string name, std::int64_t first, std::int64_t last) {
  axis along{.name = std::move(name), .values = {}, .base = first};
  for (auto value = first; value <= last; ++value) along.values.emplace_back(value);
  return along;
}

// Blocks of 128 times `warps` threads and a cooperative grid of `grid` hundred blocks.
variant cooperative_variant() {
  variant variant;
  variant.family = "test";
  variant.name = "test";
  variant.axes = {numbers("warps", 1, 12), numbers("grid", 1, 8), numbers("items", 1, 3)};
  variant.constraints = {
      {"items divide warps",
       [](const problem&, const config& config, const device_limits&) {
         return config.integer("warps") % config.integer("items") == 0;
       }},
      {"grid is not 7", [](const problem&, const config& config, const device_limits&) {
         return config.integer("grid") != 7;
       }}};
  variant.plan = [](const problem&, const config& config, const device_limits&) {
    launch_plan plan;
    plan.kernels.push_back({.file = "test.cuh",
                            .expression = "test<" + std::to_string(config.integer("items")) + ">"});
    launch_step step{0, {}, {}};
    step.shape.grid.x = static_cast<std::uint32_t>(100 * config.integer("grid"));
    step.shape.block.x = static_cast<std::uint32_t>(128 * config.integer("warps"));
    step.shape.cooperative = true;
    plan.steps.emplace_back(std::move(step));
    return plan;
  };
  return variant;
}

// Of 132 multiprocessors with 2048 threads each.
bool can_be_launched(const config& config) {
  const auto threads = 128 * config.integer("warps");
  return threads <= 1024 && 100 * config.integer("grid") <= 132 * (2048 / threads);
}

config_choice all_of(const variant& variant) {
  config_choice choice{.variant = &variant};
  for (const auto& along : variant.axes) choice.values.push_back(along.values);
  return choice;
}

TEST(space_account, adds_up_to_the_product_and_says_what_each_reason_takes) {
  const variant variant = cooperative_variant();
  const auto account = account_of(all_of(variant), {});
  config_index by_items = 0, by_seven = 0, by_threads = 0, by_residence = 0, left = 0;
  for (std::int64_t warps = 1; warps <= 12; ++warps)
    for (std::int64_t grid = 1; grid <= 8; ++grid)
      for (std::int64_t items = 1; items <= 3; ++items) {
        config config;
        config.set("warps", warps);
        config.set("grid", grid);
        config.set("items", items);
        if (warps % items != 0)
          ++by_items;
        else if (grid == 7)
          ++by_seven;
        else if (128 * warps > 1024)
          ++by_threads;
        else
          ++(can_be_launched(config) ? left : by_residence);
      }
  EXPECT_EQ(account.product, 288u);
  EXPECT_EQ(account.configs, left);
  config_index residence = 0;
  for (const auto& exclusion : account.excluded)
    if (exclusion.reason.find("cooperative") != std::string::npos) residence += exclusion.configs;
  EXPECT_EQ(residence, by_residence);
  ASSERT_GT(by_residence, 0u);
  ASSERT_GE(account.excluded.size(), 3u);
  EXPECT_EQ(account.excluded[0].reason, "items divide warps");
  EXPECT_EQ(account.excluded[0].configs, by_items);
  EXPECT_EQ(account.excluded[1].configs, by_seven);
  EXPECT_EQ(account.excluded[2].reason, "a block has at most 1024 threads; requested 1152 to 1536");
  EXPECT_EQ(account.excluded[2].configs, by_threads);
}

TEST(space_account, leaves_no_config_that_a_device_cannot_launch) {
  const variant variant = cooperative_variant();
  const auto over = space_of(variant, {}, {});
  ASSERT_GT(over.count(), 0u);
  for (config_index index = 0; index < over.count(); ++index)
    EXPECT_TRUE(can_be_launched(config_at(variant, over, index))) << over.text(index);
  device_limits twice;
  twice.multiprocessors *= 2;
  EXPECT_GT(space_of(variant, {}, twice).count(), over.count());
}

TEST(space_account, names_axes_that_can_be_searched_apart) {
  variant variant = cooperative_variant();
  EXPECT_EQ(account_of(all_of(variant), {}).separate.size(), 1u);  // Residence ties grid to warps.
  variant.plan = nullptr;
  EXPECT_EQ(account_of(all_of(variant), {}).separate,
            (std::vector<std::string>{"warps*items (22)", "grid (7)"}));
}

TEST(space_account, counts_billions_at_once) {
  variant variant;
  variant.family = variant.name = "large";
  for (const char* name : {"a", "b", "c", "d", "e"}) variant.axes.push_back(numbers(name, 1, 100));
  std::uint64_t questions = 0;
  variant.constraints = {
      {"a divides b", [&questions](const problem&, const config& config, const device_limits&) {
         ++questions;
         return config.integer("b") % config.integer("a") == 0;
       }}};
  variant.plan = [](const problem&, const config&, const device_limits&) -> launch_plan {
    ADD_FAILURE() << "the plans of so many configs were made";
    throw std::runtime_error("too many");
  };
  const auto account = account_of(all_of(variant), {});
  EXPECT_EQ(account.product, 10'000'000'000u);
  EXPECT_EQ(account.configs, 482'000'000u);  // 482 pairs: the sum of the floors of 100 / a.
  ASSERT_EQ(account.excluded.size(), 1u);
  EXPECT_EQ(account.excluded.front().configs, 10'000'000'000u - 482'000'000u);
  EXPECT_EQ(account.separate.size(), 4u);
  EXPECT_LT(questions, 100'000u);  // Of the 10^4 pairs, a few times each.
}

}  // namespace
}  // namespace warpmark::spaces
