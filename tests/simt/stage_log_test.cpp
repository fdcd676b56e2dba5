#include "simt/timing/stage_log.hpp"

#include <gtest/gtest.h>

namespace warpmark::simt {
namespace {

constexpr auto integer = static_cast<std::size_t>(model::unit::integer);

TEST(stage_log, a_stage_ends_when_the_first_of_its_loads_arrives) {
  stage_log log;
  log.start(1);
  log.at(0, 0).missed_sectors = 1;
  log.note_arrival(0, 0, 500);
  log.note_arrival(0, 1, 501);
  log.at(0, 20).issued[integer] += 1;   // does not need the data
  log.at(0, 500).issued[integer] += 3;  // does
  const auto stages = log.take({600}).warps[0];
  ASSERT_EQ(stages.size(), 2u);
  EXPECT_EQ(stages[0].cycles, 500);
  EXPECT_EQ(stages[0].issued[integer], 1);
  EXPECT_EQ(stages[1].cycles, 100);
  EXPECT_EQ(stages[1].issued[integer], 3);
}

TEST(stage_log, data_that_is_there_ends_no_stage) {
  stage_log log;
  log.start(1);
  log.end_stretch(0, 100);
  log.at(0, 100).missed_sectors = 1;
  log.note_arrival(0, 100, 40);
  log.at(0, 130).issued[integer] = 1;
  const auto stages = log.take({200}).warps[0];
  double cycles = 0;
  for (const auto& stage : stages) cycles += stage.cycles;
  EXPECT_EQ(cycles, 200);
}

TEST(stage_log, dropped_work_is_done_once) {
  stage_log log;
  log.start(1);
  log.at(0, 10).issued[integer] = 1;
  const std::size_t before = log.mark(0, 20);
  for (int poll = 0; poll < 5; ++poll) {
    log.at(0, 30).issued[integer] = 7;
    log.end_stretch(0, 40);
    log.drop(0, before, 20);
  }
  log.at(0, 30).issued[integer] = 7;
  float issued = 0;
  double cycles = 0;
  const auto stages = log.take({50});
  for (const auto& stage : stages.warps[0]) {
    issued += stage.issued[integer];
    cycles += stage.cycles;
  }
  EXPECT_EQ(issued, 8);
  EXPECT_EQ(cycles, 50);
}

TEST(stage_log, the_time_between_a_barrier_and_its_release_is_no_stage) {
  stage_log log;
  log.start(2);
  log.at(0, 0).issued[integer] = 1;
  log.end_stretch(0, 10);
  const auto join = log.add_join(2, 30);
  log.last_stage(0).waits = join;
  log.resume(0, 250);
  const auto stages = log.take({300, 0}).warps[0];
  ASSERT_EQ(stages.size(), 2u);
  EXPECT_EQ(stages[0].cycles, 10);
  EXPECT_EQ(stages[0].waits, join);
  EXPECT_EQ(stages[1].cycles, 50);
}

TEST(stage_log, too_many_stages_are_not_kept) {
  stage_log log;
  log.start(1);
  for (std::uint64_t i = 0; i < (1 << 18) + 2; ++i) {
    log.at(0, i * 10).missed_sectors = 1;
    log.end_stretch(0, i * 10 + 10);
  }
  const auto stages = log.take({1 << 30});
  EXPECT_FALSE(stages.complete);
  EXPECT_TRUE(stages.warps.empty());
}

}  // namespace
}  // namespace warpmark::simt
