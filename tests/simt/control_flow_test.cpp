#include "simt/ptx/control_flow.hpp"

#include <gtest/gtest.h>

namespace warpmark::simt {
namespace {

TEST(control_flow, an_if_meets_behind_it) {
  // 0: branch to 2; 1: plain; 2: end.
  const auto meeting = reconvergence_points({{{2}, true}, {{}, true}, {{}, false}});
  EXPECT_EQ(meeting[0], 2u);
  EXPECT_EQ(meeting[1], no_instruction);
}

TEST(control_flow, a_loop_meets_at_its_exit) {
  // 0: plain; 1: branch back to 0; 2: end.
  EXPECT_EQ(reconvergence_points({{{}, true}, {{0}, true}, {{}, false}})[1], 2u);
}

TEST(control_flow, paths_that_end_do_not_meet) {
  // 0: branch to 2; 1: end; 2: end.
  EXPECT_EQ(reconvergence_points({{{2}, true}, {{}, false}, {{}, false}})[0], no_instruction);
}

TEST(control_flow, nested_branches_meet_inside) {
  // 0: branch to 4; 1: branch to 3; 2: plain; 3: plain; 4: end.
  const auto meeting =
      reconvergence_points({{{4}, true}, {{3}, true}, {{}, true}, {{}, true}, {{}, false}});
  EXPECT_EQ(meeting[0], 4u);
  EXPECT_EQ(meeting[1], 3u);
}

TEST(control_flow, an_endless_loop_does_not_hang_the_analysis) {
  EXPECT_EQ(reconvergence_points({{{0}, true}, {{1}, false}})[0], no_instruction);
}

}  // namespace
}  // namespace warpmark::simt
