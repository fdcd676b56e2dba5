#include "simt/timing/machine_jumps.hpp"

#include "simt/execution/kernel_program.hpp"
#include "simt/model/card_file.hpp"
#include "simt/ptx/parser.hpp"
#include "tests/simt/code_writer.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(machine_jumps, conditions_targets_and_regions_are_read) {
  const auto jumps = code_writer()
                         .add_instruction(code_region)
                         .add_jump(3, 0)
                         .add_instruction(code_add)
                         .add_jump(0)
                         .add_jump(4)  // what follows the code
                         .read()
                         .jumps.value();
  ASSERT_EQ(jumps.size(), 3u);
  EXPECT_EQ(jumps[0].what, machine_jump::kind::region);
  EXPECT_EQ(jumps[0].ptx_line, 1);
  EXPECT_EQ(jumps[1].what, machine_jump::kind::conditional);
  EXPECT_EQ(jumps[1].ptx_line, 2);
  EXPECT_EQ(jumps[1].target_line, 1);  // by way of the second one
  EXPECT_EQ(jumps[2].what, machine_jump::kind::unconditional);
}

const std::string either = kernel_around(R"(
setp.eq.u32 %p1, %r1, 99;
@%p1 bra ONE;
bra OTHER;
ONE:
add.s32 %r10, %r1, 1;
bra JOIN;
OTHER:
add.s32 %r10, %r1, 2;
JOIN:
st.global.u32 [%rd4], %r10;)");

int line(const std::string& text) { return line_of(either, text); }

// The timing of the statement at a line.
instruction_timing timing_at(const std::vector<machine_jump>& jumps, int at) {
  const ptx_module module = parse_ptx(either);
  const flat_program flat = flatten(module, "k", {{}});
  auto timings = instruction_timings(flat);
  apply_machine_jumps(jumps, flat, timings);
  for (std::size_t i = 0; i < timings.size(); ++i)
    if (flat.statements[i].source->ptx_line == at) return timings[i];
  throw std::runtime_error("no statement at the line");
}

machine_jump jump_to(int target_line) {
  return {machine_jump::kind::conditional, line("@%p1 bra"), target_line};
}

TEST(machine_jumps, what_ptx_jumps_over_without_a_jump_is_predicated) {
  const auto conditional = timing_at({}, line("@%p1 bra"));
  EXPECT_EQ(conditional.jumps, machine_step::predicate);
  EXPECT_EQ(conditional.issues, 0);
  EXPECT_EQ(timing_at({}, line("bra JOIN")).jumps, machine_step::none);
  EXPECT_EQ(timing_at({}, line("bra JOIN")).issues, 0);
}

TEST(machine_jumps, a_loop_without_a_jump_of_its_line_stays_one) {
  const ptx_module module = parse_ptx(kernel_around("AGAIN:\n@%p1 bra AGAIN;"));
  const flat_program flat = flatten(module, "k", {{}});
  auto timings = instruction_timings(flat);
  apply_machine_jumps({}, flat, timings);
  for (const instruction_timing& timing : timings) EXPECT_EQ(timing.jumps, machine_step::unknown);
}

TEST(machine_jumps, a_condition_may_be_turned_around) {
  EXPECT_EQ(timing_at({jump_to(line("add.s32 %r10, %r1, 1"))}, line("@%p1 bra")).jumps,
            machine_step::jump_if);
  EXPECT_EQ(timing_at({jump_to(line("add.s32 %r10, %r1, 2"))}, line("@%p1 bra")).jumps,
            machine_step::jump_if_not);
  EXPECT_EQ(timing_at({jump_to(line("st.global"))}, line("@%p1 bra")).jumps, machine_step::jump_if);
}

TEST(machine_jumps, regions_and_jumps_without_a_condition_belong_to_statements) {
  const std::vector<machine_jump> jumps = {
      {machine_jump::kind::region, line("setp.eq"), 0},
      jump_to(line("add.s32 %r10, %r1, 2")),
      {machine_jump::kind::unconditional, line("add.s32 %r10, %r1, 2"), line("st.global")}};
  EXPECT_TRUE(timing_at(jumps, line("setp.eq")).opens_region);
  EXPECT_FALSE(timing_at(jumps, line("st.global")).opens_region);
  EXPECT_EQ(timing_at(jumps, line("add.s32 %r10, %r1, 2")).jumps, machine_step::jump_if);
}

TEST(machine_jumps, those_of_another_text_are_ignored) {
  const machine_jump elsewhere{machine_jump::kind::conditional, line("setp.eq"), 0};
  EXPECT_EQ(timing_at({elsewhere}, line("@%p1 bra")).jumps, machine_step::unknown);
}

}  // namespace
}  // namespace warpmark::simt
