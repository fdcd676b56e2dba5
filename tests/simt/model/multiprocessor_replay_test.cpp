#include "simt/model/multiprocessor_replay.hpp"

#include <gtest/gtest.h>

namespace warpmark::model {
namespace {

// One cycle is one nanosecond; terms say how long units work for all blocks of a multiprocessor.
card_file card_of_one() {
  card_file card;
  card.multiprocessors = 1;
  for (const constant_field& field : constant_fields()) card.constants.*field.member = 1;
  card.constants.sm_clock_hz = 1e9;
  card.constants.block_turnover_ns = 0;
  return card;
}

std::map<std::string, double> terms_of(double issue, double dram) {
  std::map<std::string, double> terms;
  for (const char* name :
       {"blocks", "integer", "logic", "float32", "float64", "conversion", "special", "shuffle",
        "match", "shared", "l1", "l2", "atomics", "cluster", "same_address_atomics"})
    terms[name] = 0;
  terms["issue"] = issue;
  terms["dram"] = dram;
  return terms;
}

warp_stage loading(double cycles) {
  warp_stage stage;
  stage.missed_sectors = 1;
  stage.cycles = cycles;
  return stage;
}

warp_stage computing(double cycles) {
  warp_stage stage;
  stage.issued[static_cast<std::size_t>(unit::integer)] = 1;
  stage.cycles = cycles;
  return stage;
}

launch_work work_of(std::uint64_t blocks, std::uint64_t resident,
                    std::vector<std::vector<warp_stage>> warps) {
  launch_work work;
  work.blocks = blocks;
  work.resident_blocks = resident;
  work.block.stages.warps = std::move(warps);
  return work;
}

TEST(multiprocessor_replay, one_block_takes_its_stages_in_turn) {
  const auto work = work_of(1, 1, {{loading(500), computing(100)}});
  EXPECT_NEAR(replay_multiprocessor_ns(card_of_one(), work, terms_of(0, 0)), 600, 1e-6);
  EXPECT_NEAR(replay_multiprocessor_ns(card_of_one(), work, terms_of(300, 0)), 800, 1e-6);
}

TEST(multiprocessor_replay, blocks_that_load_at_once_do_not_compute_meanwhile) {
  // All loads arrive at 500, then four blocks share 400 ns of issue slots.
  const auto together = work_of(4, 4, {{loading(500), computing(10)}});
  EXPECT_NEAR(replay_multiprocessor_ns(card_of_one(), together, terms_of(400, 0)), 900, 1e-6);
}

TEST(multiprocessor_replay, loads_queue_for_memory_before_their_latency) {
  const auto work = work_of(4, 4, {{loading(500), computing(10)}});
  // The last block's loads end after 400 ns, and arrive a latency later.
  EXPECT_NEAR(replay_multiprocessor_ns(card_of_one(), work, terms_of(0, 400)), 910, 1e-6);
}

TEST(multiprocessor_replay, stores_are_not_waited_for_but_occupy_memory) {
  warp_stage stores = computing(10);
  stores.stored_sectors = 1;
  const auto work = work_of(1, 1, {{stores, computing(10)}});
  EXPECT_NEAR(replay_multiprocessor_ns(card_of_one(), work, terms_of(0, 5)), 20, 1e-6);
  EXPECT_NEAR(replay_multiprocessor_ns(card_of_one(), work, terms_of(0, 90)), 90, 1e-6);
}

TEST(multiprocessor_replay, atomics_on_one_address_begin_when_the_blocks_come_to_them) {
  warp_stage adds = computing(10);
  adds.atomic_sectors = 1;
  const auto work = work_of(2, 2, {{loading(500), adds}});
  auto terms = terms_of(0, 0);
  terms["same_address_atomics"] = 300;
  EXPECT_NEAR(replay_multiprocessor_ns(card_of_one(), work, terms), 800, 1e-6);
}

TEST(multiprocessor_replay, a_barrier_waits_for_the_last_warp) {
  auto fast = computing(10), slow = computing(200);
  fast.arrives = fast.waits = slow.arrives = slow.waits = 0;
  auto work = work_of(1, 1, {{fast, computing(50)}, {slow, computing(50)}});
  work.block.stages.joins.push_back({.arrivals = 2, .cycles = 30});
  EXPECT_NEAR(replay_multiprocessor_ns(card_of_one(), work, terms_of(0, 0)), 280, 1e-6);
}

TEST(multiprocessor_replay, what_a_stage_began_arrives_after_it) {
  auto copies = loading(5);
  copies.arrives = 0;
  copies.arrival_cycles = 700;
  auto waits = computing(10);
  waits.waits = 0;
  auto work = work_of(1, 1, {{copies, waits, computing(20)}});
  work.block.stages.joins.push_back({.arrivals = 1, .cycles = 0});
  EXPECT_NEAR(replay_multiprocessor_ns(card_of_one(), work, terms_of(0, 0)), 725, 1e-6);
}

TEST(multiprocessor_replay, many_waves_continue_at_the_rate_of_the_last_one) {
  const auto few = work_of(6, 2, {{loading(500), computing(100)}});
  const auto many = work_of(60, 2, {{loading(500), computing(100)}});
  const auto none = terms_of(0, 0);
  EXPECT_NEAR(replay_multiprocessor_ns(card_of_one(), few, none), 1800, 1e-6);
  EXPECT_NEAR(replay_multiprocessor_ns(card_of_one(), many, none), 18000, 1e-6);
}

TEST(multiprocessor_replay, says_nothing_of_blocks_whose_stages_are_not_known) {
  EXPECT_EQ(replay_multiprocessor_ns(card_of_one(), work_of(4, 4, {}), terms_of(400, 0)), 0);
  auto incomplete = work_of(4, 4, {{computing(10)}});
  incomplete.block.stages.complete = false;
  EXPECT_EQ(replay_multiprocessor_ns(card_of_one(), incomplete, terms_of(400, 0)), 0);
}

}  // namespace
}  // namespace warpmark::model
