// Limits of Hopper against launches just within and just beyond them.

#include "bench/model/launch_limits.hpp"

#include <gtest/gtest.h>

namespace warpmark::model {
namespace {

std::string objection(const launch_shape& shape, std::vector<std::string> options = {},
                      const device_limits& limits = {}) {
  const kernel_instance kernel{
      .file = "test.cuh", .expression = "test", .options = std::move(options)};
  const auto found = objection_to(shape, kernel, limits);
  return found ? found->text() : "";
}

TEST(launch_limits, names_limit_and_wish) {
  EXPECT_EQ(objection({.grid = {1}, .block = {32, 32}}), "");
  EXPECT_EQ(objection({.grid = {1}, .block = {64, 32}}),
            "a block has at most 1024 threads; this one asks for 2048");
  EXPECT_EQ(objection({.grid = {1}, .block = {1, 1, 128}}),
            "a block has an extent of at most 64 in z; this one asks for 128");
  EXPECT_EQ(objection({.grid = {1, 65536}, .block = {32}}),
            "a grid has an extent of at most 65535 in y; this one asks for 65536");
  EXPECT_EQ(objection({.grid = {0}, .block = {32}}), "a grid has at least one block");
}

TEST(launch_limits, take_shared_memory_up_to_the_optional_limit) {
  const launch_shape most{.grid = {1}, .block = {32}, .dynamic_shared_bytes = 227 * 1024};
  EXPECT_EQ(objection(most), "");
  launch_shape more = most;
  ++more.dynamic_shared_bytes;
  EXPECT_EQ(objection(more),
            "a block takes at most 232448 bytes of shared memory; this one asks for 232449");
}

TEST(launch_limits, ask_for_room_for_one_block) {
  device_limits small;
  small.max_threads_per_multiprocessor = 512;
  EXPECT_EQ(objection({.grid = {1}, .block = {512}}, {}, small), "");
  EXPECT_NE(objection({.grid = {1}, .block = {1024}}, {}, small).find("not one such block fits"),
            std::string::npos);
}

TEST(launch_limits, multiply_threads_by_declared_registers) {
  const launch_shape shape{.grid = {1}, .block = {1024}};
  EXPECT_EQ(objection(shape, {"-maxrregcount=64"}), "");
  EXPECT_NE(objection(shape, {"--maxrregcount=65"}).find("at most 65536 registers"),
            std::string::npos);
  EXPECT_NE(objection(shape, {"-maxrregcount", "128"}).find("asks for 131072"), std::string::npos);
  EXPECT_EQ(objection(shape, {"-DMAXRREGCOUNT=128"}), "");
  EXPECT_EQ(declared_registers({"-lineinfo", "--maxrregcount=96"}), 96);
  EXPECT_EQ(declared_registers({"-maxrregcount=many"}), -1);
  EXPECT_EQ(declared_registers({}), 0);
}

TEST(launch_limits, hold_a_cooperative_grid_to_what_is_resident) {
  launch_shape shape{.grid = {264}, .block = {1024}, .cooperative = true};
  EXPECT_EQ(objection(shape), "");
  shape.grid.x = 265;
  EXPECT_NE(objection(shape).find("at most 264 of them (2 on each of 132 multiprocessors); this "
                                  "one asks for 265"),
            std::string::npos);
  shape.cooperative = false;
  EXPECT_EQ(objection(shape), "");
  shape.cooperative = true;
  shape.grid.x = 133;
  shape.dynamic_shared_bytes = 120 * 1024;  // One such block a multiprocessor.
  EXPECT_NE(objection(shape).find("at most 132"), std::string::npos);
}

TEST(launch_limits, know_which_cards_have_clusters) {
  const launch_shape shape{.grid = {16}, .block = {32}, .cluster = {8}};
  device_limits ampere;
  ampere.architecture = "sm_86";
  EXPECT_EQ(objection(shape), "");
  EXPECT_NE(objection(shape, {}, ampere).find("sm_86 has no clusters"), std::string::npos);
  EXPECT_EQ(objection({.grid = {32}, .block = {32}, .cluster = {32}}),
            "a cluster has at most 16 blocks; this one asks for 32");
}

TEST(launch_limits, look_at_every_step_of_a_plan_and_at_the_ends_of_a_series) {
  launch_plan plan;
  plan.kernels.push_back({.file = "test.cuh", .expression = "test"});
  plan.steps.emplace_back(launch_step{0, {.grid = {1}, .block = {32}}, {}});
  plan.steps.emplace_back(
      launch_series{5, [](std::uint64_t number) {
                      const auto block = static_cast<std::uint32_t>(256 << number);
                      return launch_step{0, {.grid = {1}, .block = {block}}, {}};
                    }});
  ASSERT_TRUE(objection_to(plan, {}));
  EXPECT_EQ(objection_to(plan, {})->wanted, 4096u);
  plan.steps.pop_back();
  EXPECT_FALSE(objection_to(plan, {}));
}

}  // namespace
}  // namespace warpmark::model
