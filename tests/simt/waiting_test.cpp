#include <string>

#include "simt/model/card_file.hpp"
#include "tests/simt/simt_fixture.hpp"

// What waiting for other warps and other blocks adds to the modelled time.

namespace warpmark::simt {
namespace {

const model::card_constants& constants() {
  return model::card_for_architecture("sm_90")->constants;
}

double cycles_of(const outcome& seen, const char* term) {
  return seen.modelled.value().terms_ns.at(term) * constants().sm_clock_hz * 1e-9;
}

double cycles(const std::string& body, const run_options& options) {
  const outcome seen = run_body(body, options);
  return cycles_of(seen, "latency") + cycles_of(seen, "waiting");
}

// %rd11 is &out[block].
const std::string own_word = R"(
mov.u32 %r2, %ctaid.x;
mul.wide.u32 %rd10, %r2, 4;
add.s64 %rd11, %rd1, %rd10;
mov.u32 %r12, 1;
mov.u32 %r13, 2;
setp.eq.u32 %p1, %r2, 0;
)";

std::string dependent_loads(int count) {
  std::string result = "mov.u32 %r20, 0;\n";
  for (int i = 0; i < count; ++i)
    result += R"(
and.b32 %r20, %r20, 0;
mul.wide.u32 %rd20, %r20, 4;
add.s64 %rd21, %rd2, %rd20;
ld.global.u32 %r20, [%rd21+)" +
              std::to_string(1024 * i) + "];\n";
  return result;
}

const std::string chain = own_word + R"(
@%p1 bra PUBLISH;
POLL:
ld.relaxed.gpu.global.u32 %r10, [%rd11+-4];
setp.eq.u32 %p2, %r10, 0;
@%p2 bra POLL;
PUBLISH:
st.relaxed.gpu.global.u32 [%rd11], %r12;)";

// A word of the chain is visible after half a round trip, and seen after one more.
TEST(waiting, a_chain_of_blocks_takes_one_and_a_half_round_trips_per_block) {
  const double hop = (cycles(chain, {.blocks = 65}) - cycles(chain, {.blocks = 33})) / 32;
  EXPECT_GE(hop, 1.49 * constants().l2_latency_cycles);
  EXPECT_LE(hop, 1.5 * constants().l2_latency_cycles + 60);
}

TEST(waiting, a_chain_is_bound_by_waiting_and_independent_blocks_do_not_wait) {
  EXPECT_EQ(run_body(chain, {.blocks = 129}).modelled->bound_by, "waiting");
  const outcome alone = run_body(own_word + "st.global.u32 [%rd11], %r12;", {.blocks = 129});
  EXPECT_EQ(alone.modelled->terms_ns.at("waiting"), 0);
}

// A block that publishes before it waits does not hold up the blocks after it.
TEST(waiting, a_look_back_takes_the_first_version_of_a_word_where_the_last_is_not_there) {
  const std::string look_back = own_word + R"(
st.relaxed.gpu.global.u32 [%rd11], %r12;
@%p1 bra PUBLISH;
POLL:
ld.relaxed.gpu.global.u32 %r10, [%rd11+-4];
setp.eq.u32 %p2, %r10, 0;
@%p2 bra POLL;
PUBLISH:
st.relaxed.gpu.global.u32 [%rd11], %r13;)";
  const double ratio = cycles(look_back, {.blocks = 129}) / cycles(chain, {.blocks = 129});
  EXPECT_GT(ratio, 0.1);
  EXPECT_LT(ratio, 0.6);
}

TEST(waiting, tickets_of_one_counter_are_drawn_one_after_another) {
  const std::string draw = R"(
and.b32 %r3, %r1, 31;
setp.ne.u32 %p1, %r3, 0;
@%p1 bra DONE;
atom.global.add.u32 %r10, [%rd1], 1;
st.global.u32 [%rd5], %r10;
DONE:)";
  const double ns = cycles(draw, {.blocks = 264, .threads = 1024}) / constants().sm_clock_hz * 1e9;
  const double turns = 264 * 32 - 1;
  EXPECT_GE(ns, turns * constants().global_atomic_same_address_ns);
  EXPECT_LE(ns, 1.2 * turns * constants().global_atomic_same_address_ns + 2000);
}

// All blocks wait for the first one, which arrives late.
TEST(waiting, a_grid_barrier_waits_for_the_last_arrival) {
  const std::string barrier = own_word + "@!%p1 bra ARRIVE;\n" + dependent_loads(10) + R"(
setp.ne.u32 %p5, %r20, 77;
@%p5 bra ARRIVE;
trap;
ARRIVE:
mov.u32 %r3, %nctaid.x;
setp.ne.u32 %p3, %r1, 0;
@%p3 bra DONE;
atom.global.add.u32 %r10, [%rd1], 1;
POLL:
ld.acquire.gpu.global.u32 %r11, [%rd1];
setp.ne.u32 %p2, %r11, %r3;
@%p2 bra POLL;
DONE:)";
  const outcome seen = run_body(barrier, {.blocks = 64});
  const double late = 10 * constants().dram_latency_cycles;
  EXPECT_GT(cycles_of(seen, "waiting"), 0.9 * late);
  EXPECT_LT(cycles_of(seen, "waiting"), 1.1 * late + 2 * constants().global_atomic_latency_cycles);
}

// In each of eight rounds another block works, and all wait for it at a barrier of the grid.
std::string round_robin(int loads) {
  return own_word + R"(
mov.u32 %r3, %nctaid.x;
mov.u32 %r4, 0;
ROUND:
add.s32 %r4, %r4, 1;
and.b32 %r5, %r2, 7;
add.s32 %r5, %r5, 1;
setp.ne.u32 %p1, %r4, %r5;
@%p1 bra ARRIVE;
)" + dependent_loads(loads) +
         R"(
st.relaxed.gpu.global.u32 [%rd11+4096], %r20;
ARRIVE:
atom.global.add.u32 %r10, [%rd1], 1;
mul.lo.u32 %r6, %r4, %r3;
POLL:
ld.acquire.gpu.global.u32 %r11, [%rd1];
setp.lt.u32 %p2, %r11, %r6;
@%p2 bra POLL;
setp.lt.u32 %p3, %r4, 8;
@%p3 bra ROUND;)";
}

TEST(waiting, blocks_that_work_in_different_rounds_work_one_after_another) {
  const auto of_loads = [](int loads) {
    return cycles(round_robin(loads), {.blocks = 8, .threads = 1});
  };
  const double each = (of_loads(30) - of_loads(10)) / (8 * 20);
  EXPECT_GT(each, 0.95 * constants().l2_latency_cycles);
  EXPECT_LT(each, 1.1 * constants().dram_latency_cycles);
}

TEST(waiting, a_fence_between_blocks_takes_its_latency_without_a_store) {
  const auto of_fences = [](int count) {
    std::string body;
    for (int i = 0; i < count; ++i) body += "fence.acq_rel.gpu;\n";
    return cycles(body + "st.global.u32 [%rd4], %r1;", {.threads = 32});
  };
  const double each = (of_fences(12) - of_fences(4)) / 8;
  EXPECT_NEAR(each, constants().fence_latency_cycles, 5);
}

TEST(waiting, a_load_after_a_barrier_that_follows_a_write_is_no_poll) {
  const auto of_rounds_between_warps = [](int rounds) {
    return cycles(R"(
mov.u32 %r4, 0;
mov.u32 %r11, 0;
ROUND:
add.s32 %r4, %r4, 1;
setp.gt.u32 %p1, %r1, 31;
@%p1 bra MEET;
st.relaxed.gpu.global.u32 [%rd1], %r4;
MEET:
bar.sync 0;
setp.le.u32 %p2, %r1, 31;
@%p2 bra NEXT;
ld.relaxed.gpu.global.u32 %r10, [%rd1];
add.s32 %r11, %r11, %r10;
setp.eq.u32 %p4, %r11, 77;
@%p4 trap;
NEXT:
bar.sync 0;
setp.lt.u32 %p3, %r4, )" +
                      std::to_string(rounds) + ";\n@%p3 bra ROUND;",
                  {.blocks = 2, .threads = 64});
  };
  const double each = (of_rounds_between_warps(12) - of_rounds_between_warps(4)) / 8;
  EXPECT_GT(each, constants().l2_latency_cycles);
  EXPECT_LT(each, 2 * constants().l2_latency_cycles);
}

// The interpreter runs the first block first, whose polls fail until the second has run.
TEST(waiting, failed_polls_take_no_time) {
  const std::string late_flag = own_word + "@%p1 bra POLL;\n" + dependent_loads(10) + R"(
add.s32 %r13, %r13, %r20;
st.relaxed.gpu.global.u32 [%rd1], %r13;
bra DONE;
POLL:
ld.relaxed.gpu.global.u32 %r10, [%rd1];
setp.eq.u32 %p2, %r10, 0;
@%p2 bra POLL;
DONE:)";
  const double seen = cycles(late_flag, {.blocks = 2});
  const double late = 10 * constants().dram_latency_cycles;
  EXPECT_GT(seen, late);
  EXPECT_LT(seen, 1.1 * late + 2 * constants().l2_latency_cycles);
}

// The second warp arrives at an mbarrier for which the first one waits.
TEST(waiting, a_wait_for_an_mbarrier_ends_with_the_last_arrival) {
  const auto produced_after = [](int loads) {
    return cycles(R"(
setp.ne.u32 %p1, %r1, 0;
@%p1 bra READY;
mbarrier.init.shared.b64 [bytes], 1;
READY:
bar.sync 0;
setp.gt.u32 %p2, %r1, 31;
@%p2 bra PRODUCE;
WAIT:
mbarrier.try_wait.parity.shared.b64 %p3, [bytes], 0;
@!%p3 bra WAIT;
st.global.u32 [%rd4], %r1;
bra DONE;
PRODUCE:
)" + dependent_loads(loads) +
                      R"(
setp.ne.u32 %p4, %r1, 32;
@%p4 bra DONE;
setp.eq.u32 %p5, %r20, 77;
@%p5 bra DONE;
mbarrier.arrive.shared.b64 %rd30, [bytes];
DONE:)",
                  {.threads = 64});
  };
  const double each = (produced_after(12) - produced_after(4)) / 8;
  EXPECT_GT(each, constants().dram_latency_cycles);
  EXPECT_LT(each, 1.1 * constants().dram_latency_cycles);
  EXPECT_LT(produced_after(4), 5 * constants().dram_latency_cycles);
}

// Each round takes a ticket and loads. The interpreter lets the first block take all of them.
const std::string tickets = R"(
TAKE:
atom.relaxed.gpu.global.add.u32 %r10, [%rd1+8192], 1;
setp.ge.u32 %p1, %r10, ROUNDS;
@%p1 bra END;
and.b32 %r11, %r10, 0;
mul.wide.u32 %rd10, %r11, 4;
add.s64 %rd11, %rd2, %rd10;
ld.global.u32 %r12, [%rd11+8192];
add.s32 %r13, %r12, %r13;
bra TAKE;
END:
st.global.u32 [%rd4], %r13;)";

std::string of_rounds(const std::string& body, int rounds) {
  std::string result = body;
  result.replace(result.find("ROUNDS"), 6, std::to_string(rounds));
  return result;
}

TEST(waiting, blocks_that_take_work_as_it_comes_share_it) {
  const std::string body = of_rounds(tickets, 1024);
  const double alone = cycles(body, {.blocks = 1, .threads = 1});
  const double shared = cycles(body, {.blocks = 64, .threads = 1});
  EXPECT_GT(alone, 1024 * constants().global_atomic_latency_cycles);
  EXPECT_LT(shared, alone / 16);
}

// What each block does before its first ticket is not shared.
TEST(waiting, blocks_that_take_work_as_it_comes_all_start) {
  const std::string start = dependent_loads(10) + R"(
setp.eq.u32 %p4, %r20, 77;
@%p4 bra END;)";
  const std::string body = start + of_rounds(tickets, 1024);
  const double alone = cycles(body, {.blocks = 1, .threads = 1});
  const double shared = cycles(body, {.blocks = 64, .threads = 1});
  const double started = 10 * constants().dram_latency_cycles;
  EXPECT_GT(shared, started + (alone - started) / 64);
  EXPECT_LT(shared, started + (alone - started) / 32);
}

}  // namespace
}  // namespace warpmark::simt
