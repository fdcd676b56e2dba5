#include "simt/model/time_savings.hpp"

#include <gtest/gtest.h>

#include "simt/model/card_choice.hpp"

namespace warpmark::model {
namespace {

card_file h100() { return choose_card("--card", "NVIDIA H100 80GB HBM3"); }

// A launch that memory bounds: 64 MiB loaded, short paths.
launch_work streaming() {
  launch_work work;
  work.blocks = 4096;
  work.warps_a_block = 8;
  work.resident_blocks = 8;
  work.warp_instructions = 1000;
  work.cold_sectors = work.cold_load_sectors = 1 << 21;
  work.block = {.path_cycles = 3000, .drain_cycles = 2000, .instructions = 10};
  work.block.issued[static_cast<std::size_t>(unit::integer)] = 3;
  return work;
}

execution_step step(const launch_work& work) { return {.launch = work}; }

TEST(time_savings, a_tenth_of_what_bounds_is_saved_and_nothing_of_what_is_hidden) {
  const card_file card = h100();
  const execution_work work = {step(streaming())};
  const modelled_time time = time_of(card, work);
  ASSERT_EQ(time.bound_by, "dram");
  const auto savings = work_savings(card, work);
  EXPECT_NEAR(savings.at("dram_loads"), 0.1 * time.terms_ns.at("dram") / time.ns, 1e-6);
  EXPECT_NEAR(savings.at("drain"), 0.1 * time.parts_ns.at("drain") / time.ns, 1e-6);
  for (const char* hidden : {"integer", "shared", "launches", "dram_stores"})
    EXPECT_FALSE(savings.contains(hidden)) << hidden;
}

TEST(time_savings, what_l2_has_lost_is_saved_with_the_loads) {
  const card_file card = h100();
  launch_work work = streaming();
  work.block.refetched_sectors = 1 << 17;  // of a hundredth of the instructions
  const modelled_time time = time_of(card, {step(work)});
  ASSERT_EQ(time.bound_by, "dram");
  EXPECT_NEAR(work_savings(card, {step(work)}).at("dram_loads"),
              0.1 * time.terms_ns.at("dram") / time.ns, 1e-4);
}

TEST(time_savings, sectors_stored_in_part_are_a_kind_of_their_own) {
  const card_file card = h100();
  launch_work work = streaming();
  const double loads = launch_terms(card, work).at("dram");
  work.partial_stores = 1 << 20;
  const modelled_time time = time_of(card, {step(work)});
  EXPECT_NEAR(work_savings(card, {step(work)}).at("partial_stores"),
              0.1 * (time.terms_ns.at("dram") - loads) / time.ns, 1e-4);
}

TEST(time_savings, more_is_not_saved_than_until_the_next_term_shows) {
  const card_file card = h100();
  launch_work work = streaming();
  const double dram = launch_terms(card, work).at("dram");
  work.global_store_sectors =  // 4 % below memory
      static_cast<std::uint64_t>(0.96 * dram * 1e-9 * card.constants.l2_write_bytes_per_s / 32);
  const double total = time_of(card, {step(work)}).ns;
  EXPECT_NEAR(work_savings(card, {step(work)}).at("dram_loads"), 0.04 * dram / total, 1e-4);
}

TEST(time_savings, registers_that_are_saved_go_through_to_l2) {
  const card_file card = h100();
  launch_work work = streaming();
  work.block.local_stored_sectors = 1 << 17;  // of a hundredth of the instructions
  const modelled_time time = time_of(card, {step(work)});
  ASSERT_EQ(time.bound_by, "l2");
  EXPECT_NEAR(work_savings(card, {step(work)}).at("l2_stores"),
              0.1 * time.terms_ns.at("l2") / time.ns, 1e-4);
}

TEST(time_savings, parts_add_up_to_the_time) {
  const card_file card = h100();
  launch_work waits = streaming();
  waits.waiting_ns = 1e6;
  const modelled_time time =
      time_of(card, {{.launch = {}, .filled_bytes = 1 << 20}, step(streaming()), step(waits)});
  double sum = 0;
  for (const auto& [name, ns] : time.parts_ns) sum += ns;
  EXPECT_NEAR(sum, time.ns, 1e-6 * time.ns);
  EXPECT_GT(time.parts_ns.at("waiting"), 0);
}

TEST(time_savings, the_first_launch_cannot_be_saved) {
  const card_file card = h100();
  EXPECT_FALSE(work_savings(card, {step(streaming())}).contains("launches"));
  const execution_work two = {step(streaming()), step(streaming())};
  EXPECT_NEAR(work_savings(card, two).at("launches"),
              0.1 * card.constants.launch_next_ns / time_of(card, two).ns, 1e-9);
}

TEST(time_savings, a_shorter_path_does_not_make_waits_longer) {
  const card_file card = h100();
  launch_work work = streaming();
  work.cold_sectors = work.cold_load_sectors = 0;
  work.blocks = 100;  // one wave
  const double latency = launch_terms(card, work).at("latency");
  work.waiting_ns = 3 * latency;
  const double total = time_of(card, {step(work)}).ns;
  const auto savings = work_savings(card, {step(work)});
  EXPECT_NEAR(savings.at("waiting"), 0.1 * 2 * latency / total, 1e-6);
  EXPECT_NEAR(savings.at("latency"), 0.1 * latency / total, 1e-6);
}

// A tenth of three instructions would be rounded to none.
TEST(time_savings, small_counts_of_the_followed_block_are_not_rounded_away) {
  const card_file card = h100();
  launch_work work = streaming();
  work.cold_sectors = work.cold_load_sectors = 0;
  work.warp_instructions = std::uint64_t{1} << 40;
  const modelled_time time = time_of(card, {step(work)});
  const auto savings = work_savings(card, {step(work)});
  EXPECT_NEAR(savings.at("integer"), 0.1, 0.002);
  EXPECT_NEAR(savings.at("instructions"), savings.at("integer"), 1e-3);
}

TEST(time_savings, fewer_values_of_matches_are_saved) {
  const card_file card = h100();
  launch_work work = streaming();
  work.cold_sectors = work.cold_load_sectors = 0;
  work.warp_instructions = std::uint64_t{1} << 30;
  work.block.matched_words = 64;
  const modelled_time time = time_of(card, {step(work)});
  const double part = time.parts_ns.at("match") / time.ns;
  EXPECT_GT(part, 0.9);
  EXPECT_NEAR(work_savings(card, {step(work)}).at("match"), 0.1 * part, 0.002);
}

TEST(time_savings, too_many_launches_are_not_varied) {
  const execution_work many(max_kept_steps + 1, step(streaming()));
  EXPECT_TRUE(work_savings(h100(), many).empty());
}

TEST(time_savings, constants_that_paths_and_waits_depend_on_are_followed) {
  for (const char* key : {"polled_store_cycles", "match_per_cycle", "logic_per_cycle",
                          "jump_latency_cycles", "dram_read_bytes_per_s"})
    EXPECT_TRUE(is_followed(key)) << key;
  for (const char* key : {"launch_floor_ns", "global_atomic_sector_ns", "l2_bytes"})
    EXPECT_FALSE(is_followed(key)) << key;
}

TEST(time_savings, better_constants_are_smaller_times_and_larger_rates) {
  const card_file card = h100();
  for (const auto& field : constant_fields()) {
    const card_file better = with_better_constant(card, field.key);
    const double ratio = better.constants.*field.member / card.constants.*field.member;
    const double expected = unit_of(field.key) == constant_unit::size   ? 1
                            : unit_of(field.key) == constant_unit::rate ? 1 / 0.9
                                                                        : 0.9;
    if (card.constants.*field.member > 0) {
      EXPECT_NEAR(ratio, expected, 1e-12) << field.key;
    }
  }
  EXPECT_EQ(unit_of("sm_clock_hz"), constant_unit::rate);
  EXPECT_EQ(unit_of("l2_bytes"), constant_unit::size);
  EXPECT_EQ(unit_of("launch_floor_ns"), constant_unit::time);
  EXPECT_THROW(with_better_constant(card, "unknown"), std::out_of_range);
}

}  // namespace
}  // namespace warpmark::model
