// Limits of Hopper against launches just within and just beyond them.

#include "simt/model/launch_limits.hpp"

#include <gtest/gtest.h>

namespace warpmark::model {
namespace {

std::string error_of(const launch_shape& shape, int registers_per_thread = 0,
                     const device_limits& limits = {}) {
  const auto found = check_launch(shape, registers_per_thread, limits);
  return found ? found->text() : "";
}

TEST(launch_limits, names_limit_and_wish) {
  EXPECT_EQ(error_of({.grid = {1}, .block = {32, 32}}), "");
  EXPECT_EQ(error_of({.grid = {1}, .block = {64, 32}}),
            "a block has at most 1024 threads; requested 2048");
  EXPECT_EQ(error_of({.grid = {1}, .block = {1, 1, 128}}),
            "a block has an extent of at most 64 in z; requested 128");
  EXPECT_EQ(error_of({.grid = {1, 65536}, .block = {32}}),
            "a grid has an extent of at most 65535 in y; requested 65536");
  EXPECT_EQ(error_of({.grid = {0}, .block = {32}}), "a grid has at least one block");
}

TEST(launch_limits, take_shared_memory_up_to_the_optional_limit) {
  const launch_shape most{.grid = {1}, .block = {32}, .dynamic_shared_bytes = 227 * 1024};
  EXPECT_EQ(error_of(most), "");
  launch_shape more = most;
  ++more.dynamic_shared_bytes;
  EXPECT_EQ(error_of(more),
            "a block takes at most 232448 bytes of shared memory; requested 232449");
}

TEST(launch_limits, ask_for_room_for_one_block) {
  device_limits small;
  small.max_threads_per_multiprocessor = 512;
  EXPECT_EQ(error_of({.grid = {1}, .block = {512}}, 0, small), "");
  EXPECT_NE(error_of({.grid = {1}, .block = {1024}}, 0, small).find("not one such block fits"),
            std::string::npos);
}

TEST(launch_limits, multiply_threads_by_declared_registers) {
  const launch_shape shape{.grid = {1}, .block = {1024}};
  EXPECT_EQ(error_of(shape, 64), "");
  EXPECT_NE(error_of(shape, 65).find("at most 65536 registers"), std::string::npos);
  EXPECT_NE(error_of(shape, 128).find("requested 131072"), std::string::npos);
}

TEST(launch_limits, hold_a_cooperative_grid_to_what_is_resident) {
  launch_shape shape{.grid = {264}, .block = {1024}, .cooperative = true};
  EXPECT_EQ(error_of(shape), "");
  shape.grid.x = 265;
  EXPECT_NE(error_of(shape).find("at most 264 of them (2 on each of 132 multiprocessors); "
                                 "requested 265"),
            std::string::npos);
  shape.cooperative = false;
  EXPECT_EQ(error_of(shape), "");
  shape.cooperative = true;
  shape.grid.x = 133;
  shape.dynamic_shared_bytes = 120 * 1024;  // One such block a multiprocessor.
  EXPECT_NE(error_of(shape).find("at most 132"), std::string::npos);
}

TEST(launch_limits, know_which_cards_have_clusters) {
  const launch_shape shape{.grid = {16}, .block = {32}, .cluster = {8}};
  device_limits ampere;
  ampere.architecture = "sm_86";
  EXPECT_EQ(error_of(shape), "");
  EXPECT_NE(error_of(shape, 0, ampere).find("sm_86 has no clusters"), std::string::npos);
  EXPECT_EQ(error_of({.grid = {32}, .block = {32}, .cluster = {32}}),
            "a cluster has at most 16 blocks; requested 32");
  device_limits consumer;
  consumer.architecture = "sm_120";
  EXPECT_EQ(error_of({.grid = {16}, .block = {32}, .cluster = {16}}, 0, consumer),
            "a cluster has at most 8 blocks; requested 16");
}

}  // namespace
}  // namespace warpmark::model
