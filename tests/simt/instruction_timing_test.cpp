#include "simt/timing/instruction_timing.hpp"

#include "simt/ptx/parser.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

// The timings of a body and of what ends it, without the eight statements before it.
std::vector<instruction_timing> timings_of(const std::string& body) {
  const ptx_module module = parse_ptx(kernel_around(body));
  auto all = instruction_timings(flatten(module, "k", {{}}));
  all.erase(all.begin(), all.begin() + 8);

  return all;
}

TEST(instruction_timing, units_and_machine_instructions) {
  const auto item = timings_of(R"(
add.s32 %r10, %r1, 1;
add.s64 %rd10, %rd1, 1;
mul.wide.u32 %rd11, %r1, 4;
fma.rn.f32 %f1, %f2, %f3, %f4;
add.f64 %fd1, %fd2, %fd3;
cvt.rn.f32.s32 %f5, %r1;
cvt.u64.u32 %rd12, %r1;
mov.u32 %r11, %r1;
ex2.approx.ftz.f32 %f6, %f5;
shfl.sync.bfly.b32 %r12|%p1, %r1, 1, 31, -1;
ld.global.u32 %r13, [%rd5];)");
  const std::vector<std::pair<unit, int>> expected = {
      {unit::integer, 1}, {unit::integer, 2},    {unit::integer, 1}, {unit::float32, 1},
      {unit::float64, 1}, {unit::conversion, 1}, {unit::none, 0},    {unit::none, 0},
      {unit::special, 1}, {unit::shuffle, 1},    {unit::memory, 1}};
  ASSERT_GE(item.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(item[i].on, expected[i].first) << i;
    EXPECT_EQ(item[i].issues, expected[i].second) << i;
  }
  EXPECT_EQ(item[9].writes.size(), 2u);  // the value and its predicate
}

TEST(instruction_timing, wide_comparisons_are_several_instructions_that_wait_for_each_other) {
  const auto item = timings_of(R"(
setp.lt.u64 %p1, %rd1, %rd2;
selp.b64 %rd10, %rd1, %rd2, %p1;
min.s64 %rd11, %rd1, %rd2;
mul.lo.u64 %rd12, %rd1, %rd2;
max.f64 %fd1, %fd2, %fd3;
setp.lt.u32 %p2, %r1, %r2;
min.u32 %r10, %r1, %r2;)");
  const std::vector<std::pair<int, int>> expected = {{2, 2}, {2, 1}, {4, 3}, {4, 3},
                                                     {5, 3}, {1, 1}, {1, 1}};
  ASSERT_GE(item.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(item[i].issues, expected[i].first) << i;
    EXPECT_EQ(item[i].chained, expected[i].second) << i;
  }
}

TEST(instruction_timing, constants_at_fixed_addresses_are_operands) {
  const ptx_module module = parse_ptx(kernel_around(R"(
ld.const.f32 %f1, [weights+8];
mov.u64 %rd10, weights;
add.s64 %rd11, %rd10, %rd3;
ld.const.f32 %f2, [%rd11];)",
                                                    ".const .align 4 .b8 weights[64];"));
  const auto all = instruction_timings(flatten(module, "k", {{}}));
  EXPECT_EQ(all[8].on, unit::none);
  EXPECT_EQ(all[8].issues, 0);
  EXPECT_EQ(all[11].on, unit::memory);
}

TEST(instruction_timing, stores_write_no_register_and_guards_are_read) {
  const auto item = timings_of(R"(
st.global.u32 [%rd4], %r1;
@%p1 add.s32 %r10, %r1, %r2;)");
  EXPECT_TRUE(item[0].writes.empty());
  EXPECT_EQ(item[0].reads.size(), 2u);
  EXPECT_EQ(item[1].writes.size(), 1u);
  EXPECT_EQ(item[1].reads.size(), 3u);
}

TEST(instruction_timing, lanes_fold_where_nobody_asks_for_the_old_value) {
  const auto item = timings_of(R"(
atom.global.add.u32 %r10, [%rd4], %r1;
atom.global.add.u32 %r11, [%rd4], %r1;
atom.global.add.f32 %f1, [%rd4], %f2;
atom.global.add.u64 %rd8, [%rd4], %rd2;
add.s32 %r12, %r11, 1;
atom.global.cas.b64 %rd9, [%rd4], %rd2, %rd8;)");
  EXPECT_TRUE(item[0].folds_lanes);
  EXPECT_FALSE(item[1].folds_lanes);
  EXPECT_FALSE(item[2].folds_lanes);
  EXPECT_TRUE(item[1].is_integer_atomic);
  EXPECT_FALSE(item[2].is_integer_atomic);
  EXPECT_TRUE(item[3].is_integer_atomic);
  EXPECT_FALSE(item[3].folds_lanes);
  EXPECT_TRUE(item[5].is_integer_atomic);
}

TEST(instruction_timing, integer_additions_at_an_address_of_all_lanes_fold) {
  const auto item = timings_of(R"(
mov.u32 %r2, %ctaid.x;
mul.wide.u32 %rd8, %r2, 4;
add.s64 %rd9, %rd1, %rd8;
atom.global.add.u32 %r10, [%rd9], %r1;
atom.global.add.u64 %rd10, [%rd9], %rd2;
atom.global.max.u32 %r11, [%rd9], %r1;
atom.global.add.f32 %f1, [%rd9], %f2;
ld.global.u64 %rd11, [%rd9];
atom.global.add.u32 %r12, [%rd11], %r1;
add.s32 %r13, %r10, %r11;
add.s32 %r14, %r12, 1;
atom.global.add.u64 %rd12, [%rd9], %rd3;
red.global.add.u64 [%rd9], %rd3;
red.global.add.u64 [%rd9], 1;)");
  EXPECT_TRUE(item[3].folds_lanes);
  EXPECT_TRUE(item[4].folds_lanes);  // of a value that all lanes share
  EXPECT_FALSE(item[11].folds_lanes);
  EXPECT_FALSE(item[12].folds_lanes);
  EXPECT_TRUE(item[13].folds_lanes);
  EXPECT_FALSE(item[5].folds_lanes);
  EXPECT_FALSE(item[6].folds_lanes);
  EXPECT_FALSE(item[8].folds_lanes);
}

TEST(instruction_timing, an_address_that_a_loop_moves_by_the_thread_is_no_address_of_all_lanes) {
  const auto item = timings_of(R"(
mov.u64 %rd8, %rd1;
$again:
atom.global.add.u32 %r10, [%rd8], 1;
add.s64 %rd8, %rd8, %rd3;
setp.lt.u32 %p1, %r10, 9;
@%p1 bra $again;)");
  EXPECT_FALSE(item[1].folds_lanes);
}

TEST(instruction_timing, griddepcontrol_is_known) {
  const auto item = timings_of(R"(
griddepcontrol.launch_dependents;
add.s32 %r12, %r11, 1;)");
  EXPECT_TRUE(item[0].controls_dependents);
  EXPECT_FALSE(item[1].controls_dependents);
}

TEST(instruction_timing, comparisons_selections_and_logic_are_of_one_pipe) {
  const auto item = timings_of(R"(
setp.lt.u32 %p1, %r1, 3;
selp.b32 %r10, %r1, 3, %p1;
min.s32 %r11, %r10, %r1;
xor.b32 %r12, %r11, %r1;
shr.u32 %r13, %r12, 3;
setp.lt.u64 %p2, %rd1, %rd2;
mad.lo.s32 %r14, %r13, 3, %r1;
setp.lt.f32 %p3, %f1, %f2;)");
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(item[i].on, unit::logic) << i;
  EXPECT_EQ(item[5].issues, 2);
  EXPECT_EQ(item[6].on, unit::integer);
  EXPECT_EQ(item[7].on, unit::float32);
}

TEST(instruction_timing, bits_are_counted_by_the_special_unit) {
  const auto item = timings_of(R"(
popc.b32 %r10, %r1;
clz.b32 %r11, %r10;
brev.b32 %r12, %r11;
bfind.u32 %r13, %r12;
popc.b64 %r14, %rd1;)");
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(item[i].on, unit::special) << i;
  EXPECT_EQ(item[3].issues, 1);
  EXPECT_EQ(item[4].issues, 2);
}

TEST(instruction_timing, guards_and_predicates_of_votes_are_read_alike) {
  const auto item = timings_of(R"(
add.s32 %r10, %r1, 1;
@%p1 add.s32 %r10, %r1, 1;
vote.sync.ballot.b32 %r11, %p1, -1;
@%p2 vote.sync.any.pred %p3, %p1, -1;)");
  const std::vector<unsigned> expected = {0, 1, 1, 2};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(item[i].guarding_reads, expected[i]) << i;
}

TEST(instruction_timing, a_jump_over_plain_instructions_guards_them_and_a_loop_does_not) {
  const auto item = timings_of(R"(
@%p1 bra SKIP;
add.s32 %r10, %r1, 1;
SKIP:
@%p1 bra AFTER;
@%p2 bra SKIP;
AFTER:)");
  EXPECT_TRUE(item[0].guards);
  EXPECT_FALSE(item[2].guards);
  EXPECT_FALSE(item[3].guards);
}

}  // namespace
}  // namespace warpmark::simt
