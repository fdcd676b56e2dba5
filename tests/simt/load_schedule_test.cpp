#include "simt/timing/load_schedule.hpp"

#include <array>
#include <cstring>
#include <map>
#include <string>

#include "simt/execution/kernel_program.hpp"
#include "simt/interpreter.hpp"
#include "simt/model/card_file.hpp"
#include "simt/ptx/parser.hpp"
#include "simt/timing/load_order.hpp"
#include "tests/simt/code_writer.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(load_schedule, a_load_behind_a_wait_for_another_one_comes_after_it) {
  const load_schedule schedule = code_writer()
                                     .add_instruction(code_load_global, 0)
                                     .add_instruction(code_load_shared, 1)
                                     .add_instruction(code_store_shared, no_counter, 0b01)
                                     .add_instruction(code_load_global, 0)
                                     .add_instruction(code_add, no_counter, 0b11)
                                     .read();
  ASSERT_EQ(schedule.loads.size(), 3u);
  EXPECT_EQ(schedule.loads[0].ptx_line, 1);
  EXPECT_EQ(schedule.loads[0].order.after, 0u);
  EXPECT_EQ(schedule.loads[0].order.awaited_by, 1u);
  EXPECT_EQ(schedule.loads[1].order.after, 0u);
  EXPECT_EQ(schedule.loads[1].order.awaited_by, 2u);
  EXPECT_EQ(schedule.loads[2].ptx_line, 4);
  EXPECT_EQ(schedule.loads[2].order.after, 1u);
  EXPECT_EQ(schedule.loads[2].order.awaited_by, 2u);
}

TEST(load_schedule, a_wait_for_a_counter_without_loads_is_none) {
  const load_schedule schedule = code_writer()
                                     .add_instruction(code_load_global, 0)
                                     .add_instruction(code_add, no_counter, 0b10)
                                     .add_instruction(code_load_global, 0)
                                     .read();
  ASSERT_EQ(schedule.loads.size(), 2u);
  EXPECT_EQ(schedule.loads[1].order.after, 0u);
  EXPECT_EQ(schedule.loads[1].order.awaited_by, 0u);
}

TEST(load_schedule, jumps_their_targets_and_barriers_divide_the_code) {
  const load_schedule schedule = code_writer()
                                     .add_instruction(code_load_global, 0)
                                     .add_instruction(code_load_global, 0)
                                     .add_jump(1)
                                     .add_instruction(code_load_global, 0)
                                     .add_instruction(code_barrier)
                                     .add_instruction(code_load_global, 0)
                                     .read();
  ASSERT_EQ(schedule.loads.size(), 4u);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(schedule.loads[i].block, i);
  EXPECT_EQ(schedule.loop_depth, (std::vector<std::uint32_t>{0, 1, 0, 0}));
}

TEST(load_schedule, code_of_older_architectures_is_not_read) {
  EXPECT_TRUE(code_writer().add_instruction(code_load_global, 0).read(61).loads.empty());
}

TEST(load_schedule, jumps_before_compute_capability_9_have_a_narrower_displacement) {
  // Back by two instructions, in units of four bytes from bit 34 on.
  const std::int64_t words = -8;
  const auto bits = static_cast<std::uint64_t>(words) & ((std::uint64_t{1} << 48) - 1);
  const std::array<std::uint64_t, 4> code = {code_load_global, std::uint64_t{no_counter} << 46,
                                             bits << 34 | code_jump,
                                             bits >> 30 | std::uint64_t{no_counter} << 46};
  std::vector<char> bytes(sizeof(code));
  std::memcpy(bytes.data(), code.data(), bytes.size());
  EXPECT_EQ(read_load_schedule(bytes, 80, {{0, 1}}).loop_depth, std::vector<std::uint32_t>{1});
}

TEST(load_schedule, spilled_registers_are_counted_by_line_and_piece_of_code) {
  const load_schedule schedule = code_writer()
                                     .add_spill(code_store_local, 1)
                                     .add_spill(code_store_local, 4)
                                     .add_spill(code_load_local, 2)
                                     .add_instruction(code_barrier)
                                     .add_spill(code_load_local, 1)
                                     .add_instruction(code_add)
                                     .read(90, {3, 3, 4, 5, 4, 6});
  ASSERT_EQ(schedule.spills.size(), 2u);
  EXPECT_EQ(schedule.spills[0].ptx_line, 3);
  EXPECT_FLOAT_EQ(schedule.spills[0].stored_words, 5);
  EXPECT_FLOAT_EQ(schedule.spills[0].loaded_words, 0);
  EXPECT_FLOAT_EQ(schedule.spills[0].instructions, 2);
  EXPECT_EQ(schedule.spills[1].ptx_line, 4);
  EXPECT_FLOAT_EQ(schedule.spills[1].loaded_words, 1.5);
}

load_schedule copies_at(int line, std::size_t count) {
  load_schedule schedule;
  schedule.loop_depth = {1};
  for (std::size_t i = 0; i < count; ++i) schedule.loads.push_back({line, 0, {}});
  return schedule;
}

const std::string repeated_load = kernel_around(R"(
mov.u32 %r10, 0;
AGAIN:
ld.global.u32 %r11, [%rd5];
add.s32 %r10, %r10, 1;
setp.lt.u32 %p1, %r10, 8;
@%p1 bra AGAIN;)");

TEST(load_schedule, a_loop_with_several_copies_of_its_load_is_unrolled) {
  const auto program = decode_kernel(parse_ptx(repeated_load), "k", {},
                                     copies_at(line_of(repeated_load, "ld.global"), 4));
  std::uint32_t unrolled = 1;
  std::size_t copies = 0;
  for (const instruction_timing& timing : program->timings) {
    unrolled = std::max(unrolled, timing.unrolled);
    copies = std::max(copies, timing.copies.size());
  }
  EXPECT_EQ(unrolled, 4u);
  EXPECT_EQ(copies, 4u);
}

TEST(load_schedule, that_of_another_text_is_ignored) {
  const auto program = decode_kernel(parse_ptx(repeated_load), "k", {},
                                     copies_at(line_of(repeated_load, "setp.lt"), 4));
  for (const instruction_timing& timing : program->timings) {
    EXPECT_TRUE(timing.copies.empty());
    EXPECT_EQ(timing.unrolled, 1u);
  }
}

const std::string chain_of_sums = kernel_around(R"(
mov.u32 %r10, 0;
or.b32 %r12, %r1, 1;
AGAIN:
add.s32 %r10, %r10, %r12;
setp.lt.u32 %p1, %r10, 1000;
@%p1 bra AGAIN;
st.global.u32 [%rd4], %r10;)");

struct spilling_run {
  std::map<std::string, double> terms;
  double latency_cycles = 0;
};

// One block, with lanes that count to 1000 by steps of their own.
spilling_run run_with_spills(float stores, float loads, std::size_t local_bytes) {
  machine_code_facts facts{.registers = 32, .local_bytes = local_bytes};
  facts.loads.spills = {{line_of(chain_of_sums, "add.s32 %r10"), stores, loads, stores + loads}};
  interpreter machine;
  const auto handle = machine.load(chain_of_sums, "k", facts);
  const auto to = machine.allocate(4096), from = machine.allocate(4096);
  machine.begin_execution();
  machine.launch_with(handle, {.grid = {1}, .block = {1024}}, to, from);
  machine.synchronize();
  spilling_run result{.terms = machine.modelled_time()->terms_ns};
  result.latency_cycles = result.terms.at("latency") *
                          model::card_for_architecture("sm_90")->constants.sm_clock_hz * 1e-9;
  return result;
}

TEST(load_schedule, a_statement_waits_for_registers_that_it_loads_again) {
  const auto& card = model::card_for_architecture("sm_90")->constants;
  const spilling_run plain = run_with_spills(0, 0, 0);
  const spilling_run in_l1 = run_with_spills(0, 1, 8);
  // 256 KiB of local memory do not fit into L1. The longest warp adds 1000 times.
  const spilling_run in_l2 = run_with_spills(0, 1, 256);
  EXPECT_GT(in_l1.latency_cycles - plain.latency_cycles, 1000 * 0.9 * card.l1_latency_cycles);
  EXPECT_GT(in_l2.latency_cycles - plain.latency_cycles, 1000 * 0.9 * card.l2_latency_cycles);
  EXPECT_GT(in_l1.terms.at("l1"), plain.terms.at("l1"));
  EXPECT_NEAR(in_l1.terms.at("l2"), plain.terms.at("l2"), 1);
  EXPECT_GT(in_l2.terms.at("l2"), plain.terms.at("l2") + 1);
}

TEST(load_schedule, saved_registers_go_through_to_l2) {
  const spilling_run plain = run_with_spills(0, 0, 0), saves = run_with_spills(1, 0, 8);
  EXPECT_GT(saves.terms.at("l2"), plain.terms.at("l2") + 1);
}

instruction_timing load_with(std::vector<load_copy> copies) {
  instruction_timing timing;
  timing.copies = std::move(copies);
  return timing;
}

TEST(load_order, a_load_waits_for_those_that_the_code_waits_for_before_it) {
  const instruction_timing first = load_with({{.after = 0, .awaited_by = 1}});
  const instruction_timing beside = load_with({{.after = 0, .awaited_by = 2}});
  const instruction_timing second = load_with({{.after = 1, .awaited_by = 2}});
  load_order order;
  EXPECT_EQ(order.issue(1, first).value(), 0u);
  order.arrive(moment{} + 500);
  EXPECT_EQ(order.issue(2, beside).value(), 0u);
  order.arrive(moment{} + 900);
  EXPECT_EQ(order.issue(3, second).value(), 500u);
  order.arrive(moment{} + 600);
  // The next iteration begins anew.
  EXPECT_EQ(order.issue(1, first).value(), 0u);
  EXPECT_EQ(order.issue(3, second).value(), 0u);
}

TEST(load_order, iterations_of_an_unrolled_loop_are_copies_in_turn) {
  const instruction_timing load = load_with({{0, 1}, {0, 1}, {1, 2}});
  load_order order;
  order.issue(1, load);
  order.arrive(moment{} + 100);
  order.issue(1, load);
  order.arrive(moment{} + 300);
  EXPECT_EQ(order.issue(1, load).value(), 300u);
  order.arrive(moment{} + 700);
  EXPECT_EQ(order.issue(1, load).value(), 0u);
}

}  // namespace
}  // namespace warpmark::simt
