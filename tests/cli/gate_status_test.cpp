#include "cli/gate/gate_status.hpp"

#include <gtest/gtest.h>

namespace warpmark {
namespace {

using gate::gate_stage;

TEST(gate_status_text, tells_stage_work_done_and_time_left) {
  EXPECT_EQ(gate_status_text({.stage = gate_stage::counting,
                              .unit = "executions",
                              .done = 3,
                              .total = 12,
                              .doing = "scan/blelloch of the head"},
                             6, 0.1),
            "counting stage: 3 of 12 executions, 18 s left: scan/blelloch of the head");
}

TEST(gate_status_text, tells_no_time_left_before_something_is_done) {
  EXPECT_EQ(gate_status_text({.stage = gate_stage::statics, .unit = "kernels", .total = 40}, 6, 0),
            "static stage: 0 of 40 kernels");
}

TEST(gate_status_text, expects_no_more_because_one_step_takes_long) {
  EXPECT_EQ(gate_status_text(
                {.stage = gate_stage::statics, .unit = "kernels", .done = 2, .total = 4}, 64, 60),
            "static stage: 2 of 4 kernels, 4 s left, for 1 min 00 s");
}

TEST(gate_status_text, tells_how_long_a_step_takes) {
  EXPECT_EQ(gate_status_text(
                {.stage = gate_stage::timing, .unit = "pairs", .done = 7, .doing = "a"}, 6, 75),
            "timing stage: 7 pairs: a, for 1 min 15 s");
}

}  // namespace
}  // namespace warpmark
