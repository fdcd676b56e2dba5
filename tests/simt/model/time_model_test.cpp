#include "simt/model/time_model.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace warpmark::model {
namespace {

// A card of round numbers: one cycle is one nanosecond, everything else costs nothing.
card_file round_card() {
  card_file card;
  card.name = "round";
  card.multiprocessors = 10;
  for (const constant_field& constant_field : constant_fields())
    card.constants.*constant_field.member = 1e-9;
  card_constants& c = card.constants;
  c.sm_clock_hz = 1e9;
  for (double card_constants::*rate : {&card_constants::issue_per_cycle,
                                       &card_constants::integer_per_cycle,
                                       &card_constants::logic_per_cycle,
                                       &card_constants::float32_per_cycle,
                                       &card_constants::float64_per_cycle,
                                       &card_constants::conversion_per_cycle,
                                       &card_constants::special_per_cycle,
                                       &card_constants::match_per_cycle,
                                       &card_constants::shared_atomic_wavefronts_per_cycle,
                                       &card_constants::cluster_sectors_per_cycle,
                                       &card_constants::cluster_atomic_sectors_per_cycle,
                                       &card_constants::shuffle_per_cycle,
                                       &card_constants::shared_wavefronts_per_cycle,
                                       &card_constants::l1_sectors_per_cycle,
                                       &card_constants::l1_lines_per_cycle,
                                       &card_constants::l2_read_bytes_per_s,
                                       &card_constants::l2_write_bytes_per_s,
                                       &card_constants::dram_read_bytes_per_s,
                                       &card_constants::dram_write_bytes_per_s,
                                       &card_constants::dram_copy_bytes_per_s})
    c.*rate = 1e30;
  c.l2_bytes = 4 << 20;
  c.l2_dirty_bytes = 1 << 20;
  return card;
}

launch_work work_of(std::uint64_t blocks) {
  launch_work work;
  work.blocks = blocks;
  work.warps_a_block = 8;
  work.resident_blocks = 2;
  return work;
}

modelled_time time_of(const card_file& card, const launch_work& work) {
  time_sum sum(card);
  sum.add_launch(work);
  return sum.total();
}

TEST(time_model, sectors_stored_in_part_take_time_of_memory) {
  card_file card = round_card();
  card.constants.dram_partial_store_ns = 0.5;
  launch_work work = work_of(1);
  work.partial_stores = 4000;
  const modelled_time time = time_of(card, work);
  EXPECT_EQ(time.bound_by, "dram");
  EXPECT_NEAR(time.terms_ns.at("dram"), 2000, 1);
}

TEST(time_model, the_slowest_block_ends_a_launch) {
  const card_file card = round_card();
  launch_work work = work_of(40);
  work.block.path_cycles = 500;
  const double equal = launch_terms(card, work).at("latency");
  work.slower_cycles = 300;
  EXPECT_NEAR(launch_terms(card, work).at("latency"), equal + 300, 1e-3);
}

// Two blocks share a multiprocessor: one of their lines is later by the logarithm of two.
TEST(time_model, blocks_that_end_together_wait_for_the_slowest_line) {
  card_file card = round_card();
  launch_work work = work_of(20);
  work.block.path_cycles = 500;
  work.block.loaded_sectors = work.block.missed_sectors = 4;
  work.global_load_sectors = work.cold_load_sectors = 80;
  const double before = launch_terms(card, work).at("latency");
  card.constants.dram_latency_spread_cycles = 100;
  EXPECT_NEAR(launch_terms(card, work).at("latency"), before + 100 * std::log(2.0), 1e-3);
  // What blocks wait for each other is counted from then on.
  work.waiting_ns = 2000;
  EXPECT_NEAR(time_of(card, work).ns, 2000, 1);
  work.cold_load_sectors = 0;
  EXPECT_NEAR(launch_terms(card, work).at("latency"), 500, 1e-3);
}

TEST(time_model, blocks_beyond_the_resident_ones_wait_for_a_place) {
  const card_file card = round_card();
  launch_work work = work_of(20);
  work.block.path_cycles = 500;
  EXPECT_NEAR(time_of(card, work).ns, 500, 1e-3);
  EXPECT_EQ(time_of(card, work).bound_by, "latency");
  work.blocks = 40;
  EXPECT_NEAR(time_of(card, work).ns, 1000, 1e-3);
  work.blocks = 41;  // five blocks on one multiprocessor, two at a time
  EXPECT_NEAR(time_of(card, work).ns, 1250, 1e-3);
}

TEST(time_model, contention_is_added_to_what_binds) {
  const card_file card = round_card();
  launch_work work = work_of(20);
  work.block.path_cycles = 500;
  work.contention_ns = 200;
  const modelled_time time = time_of(card, work);
  EXPECT_NEAR(time.ns, 700, 1e-3);
  EXPECT_NEAR(time.parts_ns.at("contention"), 200, 1e-9);
  work.waiting_ns = 900;  // which does not hide it
  EXPECT_NEAR(time_of(card, work).ns, 1100, 1e-3);
}

TEST(time_model, memory_bound_work_takes_its_bytes_over_the_bandwidth_and_drains) {
  card_file card = round_card();
  card.constants.dram_read_bytes_per_s = 32e9;  // a sector a nanosecond
  launch_work work = work_of(20);
  work.block.path_cycles = 300;
  work.block.drain_cycles = 200;
  work.cold_sectors = work.cold_load_sectors = 10000;
  const auto modelled = time_of(card, work);
  EXPECT_NEAR(modelled.ns, 10200, 1e-3);
  EXPECT_EQ(modelled.bound_by, "dram");
  EXPECT_NEAR(modelled.terms_ns.at("dram"), 10000, 1e-3);
}

TEST(time_model, stores_cost_memory_time_only_beyond_what_l2_holds_dirty) {
  card_file card = round_card();
  card.constants.dram_write_bytes_per_s = 32e9;
  launch_work work = work_of(20);
  work.cold_sectors = (1 << 20) / 32;
  EXPECT_NEAR(launch_terms(card, work).at("dram"), 0, 1e-6);
  work.cold_sectors += 1000;
  EXPECT_NEAR(launch_terms(card, work).at("dram"), 1000, 1e-3);
}

TEST(time_model, stores_have_their_own_rate_in_l2) {
  card_file card = round_card();
  card.constants.l2_read_bytes_per_s = 64e9;   // two sectors a nanosecond
  card.constants.l2_write_bytes_per_s = 32e9;  // one
  launch_work work = work_of(20);
  work.global_load_sectors = 1000;
  work.block.loaded_sectors = work.block.missed_sectors = 50;
  work.global_store_sectors = 300;
  EXPECT_NEAR(launch_terms(card, work).at("l2"), 1000 / 2.0 + 300, 1e-3);
  work.block.stored_sectors = 10;  // of which six are alone in their pair
  work.block.stored_pairs = 8;
  EXPECT_NEAR(launch_terms(card, work).at("l2"), 1000 / 2.0 + 300 * 1.6, 1e-3);
}

// It was written before.
TEST(time_model, what_l2_has_lost_is_loaded_again) {
  card_file card = round_card();
  card.constants.dram_read_bytes_per_s = 32e9;  // a sector a nanosecond
  card.constants.dram_copy_bytes_per_s = 16e9;  // half of one
  launch_work work = work_of(20);
  work.warp_instructions = 2000;
  work.block.instructions = 100;
  work.cold_sectors = work.cold_load_sectors = 400;
  EXPECT_NEAR(launch_terms(card, work).at("dram"), 400, 1e-3);
  work.block.refetched_sectors = 10;
  EXPECT_NEAR(launch_terms(card, work).at("dram"), (400 + 200 + 200) * 2, 1e-3);
}

TEST(time_model, loads_occupy_l1_for_their_wavefronts) {
  card_file card = round_card();
  card.constants.l1_lines_per_cycle = 1;
  card.constants.l1_sectors_per_cycle = 2;  // half a full wavefront
  launch_work work = work_of(10);           // one on each multiprocessor
  work.global_load_sectors = 1000;
  work.block.loaded_sectors = 50;
  work.block.loaded_wavefronts = 10;
  EXPECT_NEAR(launch_terms(card, work).at("l1"), 1000 / 10 / 5 / 0.5, 1e-3);
}

TEST(time_model, the_followed_block_gives_the_sectors_of_other_blocks_shared_memory) {
  card_file card = round_card();
  card.constants.cluster_sectors_per_cycle = 0.5;
  card.constants.cluster_atomic_sectors_per_cycle = 0.25;
  launch_work work = work_of(10);  // one on each multiprocessor
  work.shared_wavefronts = 1000;
  work.shared_atomic_wavefronts = 300;
  work.block.shared_wavefronts = 100;
  work.block.cluster_sectors = 50;
  work.block.shared_atomic_wavefronts = 10;
  work.block.cluster_atomic_sectors = 40;
  EXPECT_NEAR(launch_terms(card, work).at("cluster"), 50 / 0.5 + 120 / 0.25, 1e-3);
}

TEST(time_model, shared_atomics_have_their_own_rate) {
  card_file card = round_card();
  card.constants.shared_wavefronts_per_cycle = 1;
  card.constants.shared_atomic_wavefronts_per_cycle = 0.5;
  launch_work work = work_of(10);  // one on each multiprocessor
  work.shared_wavefronts = 1000;
  work.shared_atomic_wavefronts = 300;
  EXPECT_NEAR(launch_terms(card, work).at("shared"), 100 + 2 * 30, 1e-3);
}

TEST(time_model, a_block_with_a_longer_warp_than_the_followed_one_may_end_last) {
  const card_file card = round_card();
  launch_work work = work_of(40);  // two waves
  work.block.path_cycles = 500;
  work.block.longest_warp_instructions = 100;
  work.longest_warp_instructions = 150;
  EXPECT_NEAR(launch_terms(card, work).at("latency"), 1000, 1e-3);
  work.longest_warp_instructions = 300;
  EXPECT_NEAR(launch_terms(card, work).at("latency"), 1500, 1e-3);
}

TEST(time_model, blocks_that_control_dependents_send_a_second_message) {
  card_file card = round_card();
  card.constants.block_launch_ns = 2;
  card.constants.dependent_block_ns = 3;
  launch_work work = work_of(1000);
  EXPECT_NEAR(launch_terms(card, work).at("blocks"), 2000, 1e-3);
  work.controls_dependents = true;
  EXPECT_NEAR(launch_terms(card, work).at("blocks"), 5000, 1e-3);
}

TEST(time_model, instructions_are_scaled_from_the_followed_block_to_the_busiest_multiprocessor) {
  card_file card = round_card();
  card.constants.integer_per_cycle = 2;
  launch_work work = work_of(15);  // two on the busiest of ten
  work.warp_instructions = 1500;
  work.block.instructions = 100;
  work.block.issued[static_cast<std::size_t>(unit::integer)] = 60;
  EXPECT_NEAR(launch_terms(card, work).at("integer"), 2 * 60 / 2.0, 1e-6);
}

TEST(time_model, logic_occupies_one_of_the_pipes_of_integers) {
  card_file card = round_card();
  card.constants.integer_per_cycle = 4;
  card.constants.logic_per_cycle = 2;
  launch_work work = work_of(10);
  work.warp_instructions = 1000;
  work.block.instructions = 100;
  work.block.issued[static_cast<std::size_t>(unit::integer)] = 20;
  work.block.issued[static_cast<std::size_t>(unit::logic)] = 60;
  EXPECT_NEAR(launch_terms(card, work).at("integer"), 80 / 4.0, 1e-6);
  EXPECT_NEAR(launch_terms(card, work).at("logic"), 60 / 2.0, 1e-6);
}

TEST(time_model, atomics_on_one_place_follow_each_other) {
  card_file card = round_card();
  card.constants.global_atomic_same_address_ns = 1;
  card.constants.global_atomic_same_lane_ns = 2;
  launch_work work = work_of(10);
  work.hottest_atomic_requests = 100;
  work.hottest_atomic_lanes = 3200;
  EXPECT_NEAR(time_of(card, work).ns, 100 + 2 * 3100, 1e-3);
  EXPECT_EQ(time_of(card, work).bound_by, "same_address_atomics");
}

TEST(time_model, floats_on_one_cell_are_added_one_after_another) {
  card_file card = round_card();
  card.constants.global_atomic_same_address_ns = 1;
  card.constants.global_atomic_same_lane_ns = 2;
  launch_work work = work_of(10);
  work.hottest_atomic_requests = work.hottest_atomic_lanes = 100;
  work.deepest_float_lanes = 10;
  EXPECT_NEAR(launch_terms(card, work).at("same_address_atomics"), 100, 1e-3);
  work.deepest_float_lanes = 90;
  EXPECT_NEAR(launch_terms(card, work).at("same_address_atomics"), 180, 1e-3);
}

TEST(time_model, lanes_that_l2_combines_have_their_own_cost) {
  card_file card = round_card();
  card.constants.global_atomic_same_address_ns = 1;
  card.constants.global_atomic_same_lane_ns = 2;
  card.constants.global_atomic_integer_lane_ns = 0.5;
  launch_work work = work_of(10);
  work.hottest_atomic_lanes = 3200;
  work.hottest_atomic_requests = 100;
  work.hottest_integer_lanes = 3000;
  EXPECT_NEAR(launch_terms(card, work).at("same_address_atomics"), 100 + 1500 + 2 * 100, 1e-3);
}

TEST(time_model, the_last_block_goes_on_when_all_data_are_there) {
  card_file card = round_card();
  card.constants.dram_read_bytes_per_s = 1e9;
  launch_work work = work_of(10);
  work.cold_sectors = work.cold_load_sectors = 10000;
  const double streamed = time_of(card, work).ns;
  work.finish_ns = 70;
  EXPECT_NEAR(time_of(card, work).ns, streamed, 1e-3);  // nothing waits
  work.waiting_ns = launch_terms(card, work).at("latency") + 100;
  EXPECT_NEAR(time_of(card, work).ns, streamed + 70, 1e-3);
}

TEST(time_model, what_waiting_blocks_share_memory_for_is_part_of_memory) {
  const card_file card = round_card();
  launch_work work = work_of(10);
  work.cold_sectors = work.cold_load_sectors = 1;
  work.waiting_ns = launch_terms(card, work).at("latency") + 1e6;
  const modelled_time waits = time_of(card, work);
  EXPECT_EQ(waits.bound_by, "waiting");
  work.shared_memory_ns = 9e5;
  const modelled_time shares = time_of(card, work);
  EXPECT_EQ(shares.bound_by, "dram");
  EXPECT_NEAR(shares.parts_ns.at("waiting"), 1e5, 1e-3);
  EXPECT_NEAR(shares.parts_ns.at("dram"), 9e5, 1e-3);
  EXPECT_NEAR(shares.ns, waits.ns, 1e-3);
}

TEST(time_model, fills_before_the_first_kernel_do_not_delay_it_like_a_kernel) {
  card_file card = round_card();
  card.constants.launch_floor_ns = 3000;
  card.constants.launch_next_ns = 1000;
  card.constants.fill_next_ns = 700;
  card.constants.kernel_body_ns = 50;
  time_sum sum(card);
  sum.add_fill(4);
  EXPECT_NEAR(sum.total().ns, 3000, 1e-3);
  sum.add_fill(4);
  sum.add_launch(work_of(1));
  EXPECT_NEAR(sum.total().ns, 3000 + 2 * 700 + 50, 1e-3);
  sum.add_launch(work_of(1));
  EXPECT_NEAR(sum.total().ns, 3000 + 2 * 700 + 2 * 50 + 1000, 1e-3);
}

TEST(time_model, the_first_load_from_untouched_memory_comes_late_once) {
  card_file card = round_card();
  card.constants.launch_floor_ns = 3000;
  card.constants.launch_next_ns = 1000;
  card.constants.first_load_ns = 200;
  const auto loading = [&](std::uint64_t cold_sectors) {
    launch_work work = work_of(1);
    work.cold_sectors = work.cold_load_sectors = cold_sectors;
    return work;
  };
  time_sum sum(card);
  sum.add_launch(loading(0));
  EXPECT_NEAR(sum.total().ns, 3000, 1e-3);
  sum.add_launch(loading(1));
  const double loaded_ns = sum.total().ns;
  EXPECT_NEAR(sum.total().parts_ns.at("launches"), 3000 + 1000 + 200, 1e-3);
  sum.add_launch(loading(1));
  EXPECT_NEAR(sum.total().ns, loaded_ns + (loaded_ns - 3000 - 200), 1e-3);
}

TEST(time_model, a_dependent_launch_may_start_before_the_end_of_its_predecessor) {
  card_file card = round_card();
  card.constants.launch_floor_ns = 3000;
  card.constants.launch_next_ns = 1000;
  card.constants.dependent_next_ns = 300;
  time_sum sum(card);
  launch_work work = work_of(1);
  work.may_overlap = true;
  sum.add_launch(work);
  EXPECT_NEAR(sum.total().ns, 3000, 1e-3);
  sum.add_launch(work);
  EXPECT_NEAR(sum.total().ns, 3300, 1e-3);
}

TEST(time_model, the_first_operation_pays_the_floor_and_code_is_fetched_once) {
  card_file card = round_card();
  card.constants.launch_floor_ns = 3000;
  card.constants.launch_next_ns = 1000;
  card.constants.fill_next_ns = 700;
  card.constants.code_fetch_ns_per_kib = 300;
  time_sum sum(card);
  launch_work work = work_of(1);
  work.cold_code_bytes = 2048;
  sum.add_launch(work);
  work.cold_code_bytes = 0;
  sum.add_launch(work);
  sum.add_fill(4);
  EXPECT_NEAR(sum.total().ns, 3000 + 600 + 1000 + 700, 1e-3);
  EXPECT_EQ(sum.total().bound_by, "launches");
  EXPECT_EQ(sum.total().card, "round");
}

}  // namespace
}  // namespace warpmark::model
