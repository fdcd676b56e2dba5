#include <cmath>

#include "simt/model/card_file.hpp"
#include "tests/simt/simt_fixture.hpp"

// What one followed block takes, seen through the modelled latency of a launch of one block.

namespace warpmark::simt {
namespace {

const model::card_constants& card() { return model::card_for_architecture("sm_90")->constants; }

double latency_cycles(const std::string& body, std::uint32_t threads = 32) {
  const auto seen = run_body(body, {.threads = threads});
  return seen.modelled.value().terms_ns.at("latency") * card().sm_clock_hz * 1e-9;
}

TEST(block_timeline, independent_loads_wait_together_and_dependent_ones_in_turn) {
  const std::string together = R"(
ld.global.u32 %r10, [%rd5];
ld.global.u32 %r11, [%rd5+1024];
add.s32 %r12, %r10, %r11;
st.global.u32 [%rd4], %r12;)";
  const std::string in_turn = R"(
mov.u32 %r10, 0;
mov.u64 %rd10, %rd5;
AGAIN:
ld.global.u32 %r11, [%rd10];
and.b32 %r11, %r11, 0;
mul.wide.u32 %rd11, %r11, 4;
add.s64 %rd10, %rd10, %rd11;
add.s64 %rd10, %rd10, 512;
add.u32 %r10, %r10, 1;
setp.lt.u32 %p1, %r10, 16;
@%p1 bra AGAIN;
st.global.u32 [%rd4], %r11;)";
  const double one = latency_cycles(together);
  EXPECT_GT(one, card().dram_latency_cycles);
  EXPECT_LT(one, 1.3 * card().dram_latency_cycles);
  // Lines are nearer and farther, but a chain takes the mean.
  EXPECT_GT(latency_cycles(in_turn), 16 * card().dram_latency_cycles);
  EXPECT_LT(latency_cycles(in_turn), 17.5 * card().dram_latency_cycles);
}

// The maximum of k exponential latencies is H(k) - 1 spreads later than their mean.
TEST(block_timeline, a_warp_waits_for_the_slowest_of_its_lines) {
  const auto gather = [](int lanes) {
    return latency_cycles("rem.u32 %r10, %r1, " + std::to_string(lanes) + R"(;
mul.wide.u32 %rd10, %r10, 512;
add.s64 %rd11, %rd2, %rd10;
ld.global.u32 %r11, [%rd11];
st.global.u32 [%rd4], %r11;)");
  };
  const double spread = card().dram_latency_spread_cycles;
  EXPECT_NEAR((gather(8) - gather(1)) / spread, 1.72, 1.2);
  EXPECT_NEAR((gather(32) - gather(1)) / spread, 3.06, 1.2);
}

// Blocks of odd numbers compute for long: of four, the middle one is even, and the last one is odd.
// Of eight, the slow ones are every second one.
TEST(block_timeline, blocks_that_do_more_than_the_followed_one_count) {
  const auto chain = [](const std::string& guard) {
    std::string body =
        "mov.u32 %r20, %ctaid.x;\nand.b32 %r20, %r20, 1;\nmov.u32 %r10, %r1;\n" + guard;
    for (int i = 0; i < 500; ++i) body += "mad.lo.u32 %r10, %r10, %r10, 3;\n";
    return body + "DONE:\nst.global.u32 [%rd4], %r10;";
  };
  const std::string odd = chain("setp.eq.u32 %p1, %r20, 0;\n@%p1 bra DONE;\n");
  const auto ns = [](const std::string& body, std::uint32_t blocks) {
    return run_body(body, {.blocks = blocks}).modelled->terms_ns.at("latency");
  };
  const double all = ns(chain(""), 4), none = ns("mov.u32 %r10, 0;\n" + chain("bra DONE;\n"), 4);
  EXPECT_GT(all, 1.5 * none);
  EXPECT_NEAR(ns(odd, 4), all, 0.05 * all);
  EXPECT_NEAR(ns(odd, 8), all, 0.05 * all);
}

TEST(block_timeline, a_match_takes_time_for_each_value) {
  const auto matched = [](const std::string& type, unsigned mask) {
    return latency_cycles("and.b32 %r10, %r1, " + std::to_string(mask) +
                          ";\ncvt.u64.u32 %rd10, %r10;\nmatch.any.sync." + type + " %r11, " +
                          (type == "b64" ? "%rd10" : "%r10") +
                          ", 0xffffffff;\nst.global.u32 [%rd4], %r11;");
  };
  const double per_value =
      (card().match_latency_cycles - card().shuffle_latency_cycles) / model::values_of_a_match;
  EXPECT_NEAR(matched("b32", 31) - matched("b32", 7), 24 * per_value, 1);
  EXPECT_NEAR(matched("b64", 31) - matched("b32", 31), 1 / card().match_per_cycle, 1);
  const auto busy = [](const char* body) {
    return run_body(body).modelled->terms_ns.at("match") * card().sm_clock_hz * 1e-9;
  };
  EXPECT_NEAR(busy("match.any.sync.b32 %r11, %r1, 0xffffffff;\nst.global.u32 [%rd4], %r11;"),
              1 / card().match_per_cycle, 1);
  EXPECT_NEAR(busy("mov.u64 %rd10, 7;\nmatch.any.sync.b64 %r11, %rd10, 0xffffffff;\n"
                   "st.global.u32 [%rd4], %r11;"),
              2 / model::values_of_a_match / card().match_per_cycle, 1);
}

TEST(block_timeline, a_second_load_of_a_sector_comes_from_l1) {
  const double cycles = latency_cycles(R"(
ld.global.u32 %r10, [%rd5];
and.b32 %r11, %r10, 0;
mul.wide.u32 %rd10, %r11, 4;
add.s64 %rd11, %rd5, %rd10;
ld.global.u32 %r12, [%rd11];
st.global.u32 [%rd4], %r12;)");
  EXPECT_LT(cycles, card().dram_latency_cycles + 3 * card().l1_latency_cycles);
}

// The interpreter follows the first warp to its end first.
TEST(block_timeline, a_warp_does_not_wait_for_what_another_one_loads_later) {
  const std::string body = R"(
setp.ge.u32 %p1, %r1, 32;
mov.u64 %rd10, %rd2;
@%p1 bra later_sectors;
ld.global.u32 %r10, [%rd10];
and.b32 %r11, %r10, 0;
mul.wide.u32 %rd11, %r11, 4;
add.s64 %rd10, %rd10, %rd11;
ld.global.u32 %r10, [%rd10+4096];
and.b32 %r11, %r10, 0;
mul.wide.u32 %rd11, %r11, 4;
add.s64 %rd10, %rd10, %rd11;
later_sectors:
ld.global.u32 %r10, [%rd10+8192];
@!%p1 bra end;
and.b32 %r11, %r10, 0;
mul.wide.u32 %rd11, %r11, 4;
add.s64 %rd10, %rd10, %rd11;
ld.global.u32 %r10, [%rd10+12288];
and.b32 %r11, %r10, 0;
mul.wide.u32 %rd11, %r11, 4;
add.s64 %rd10, %rd10, %rd11;
ld.global.u32 %r10, [%rd10+16384];
end:
st.global.u32 [%rd4], %r10;)";
  EXPECT_LT(latency_cycles(body, 64), 4 * card().dram_latency_cycles);
}

// Of each block one warp stores so many lines, one after another, and then the other one loads the
// first ones of them in turn.
struct stored_lines {
  int lines = 0;
  std::uint32_t blocks = 1;

  model::modelled_time loaded(int loads) const {
    const std::string bytes = std::to_string(128 * lines);
    std::string body = "mov.u32 %r20, %ctaid.x;\nmul.wide.u32 %rd10, %r20, " + bytes +
                       ";\nadd.s64 %rd10, %rd4, %rd10;\nadd.s64 %rd11, %rd10, " + bytes + R"(;
setp.ge.u32 %p1, %r1, 32;
mov.u64 %rd12, %rd10;
mov.u32 %r11, 0;
@%p1 bra STORED;
STORE:
st.global.u32 [%rd12], %r1;
add.s64 %rd12, %rd12, 128;
setp.lt.u64 %p2, %rd12, %rd11;
@%p2 bra STORE;
STORED:
bar.sync 0;
@!%p1 bra DONE;
sub.s64 %rd10, %rd10, 128;
)";
    for (int i = 0; i < loads; ++i)
      body += "ld.global.u32 %r11, [%rd10+" + std::to_string(128 * i) +
              "];\nand.b32 %r11, %r11, 0;\nmul.wide.u32 %rd12, %r11, 4;\n"
              "add.s64 %rd10, %rd10, %rd12;\n";
    return run_body(
               body + "DONE:\nst.shared.u32 [%rd7], %r11;",
               {.blocks = blocks, .threads = 64, .words = std::size_t{32} * lines * blocks + 64})
        .modelled.value();
  }
  double of_each(const std::string& term) const {
    constexpr int loads = 16;
    return (loaded(loads).terms_ns.at(term) - loaded(0).terms_ns.at(term)) / loads;
  }
  double cycles_of_each() const { return of_each("latency") * card().sm_clock_hz * 1e-9; }
};

TEST(block_timeline, what_a_block_has_stored_is_in_the_nearest_cache_that_still_holds_it) {
  EXPECT_LT((stored_lines{32}.cycles_of_each()), 1.6 * card().l1_latency_cycles);
  // More than L1 holds: four sectors each come from L2.
  const stored_lines many{1 << 13};
  EXPECT_NEAR(many.cycles_of_each(), card().l2_latency_cycles, 0.25 * card().l2_latency_cycles);
  EXPECT_NEAR(many.of_each("l2"), 128e9 / card().l2_read_bytes_per_s,
              0.05 * 128e9 / card().l2_read_bytes_per_s);
  // 32 KiB of each of 2112 blocks: more than L2 holds.
  const stored_lines of_all{256, 132 * 16};
  EXPECT_GT(of_all.cycles_of_each(), 0.9 * card().dram_latency_cycles);
  EXPECT_GT(of_all.of_each("dram"), of_all.blocks * 128e9 / card().dram_read_bytes_per_s);
}

TEST(block_timeline, later_waves_find_in_l2_what_earlier_ones_have_loaded) {
  // Many waves. Each block loads what is `distance` bytes after what the last one does.
  const auto latency = [](int distance, std::uint32_t blocks) {
    const auto seen = run_body(
        "mov.u32 %r2, %ctaid.x;\nmul.wide.u32 %rd8, %r2, " + std::to_string(distance) + R"(;
add.s64 %rd8, %rd4, %rd8;
ld.global.u32 %r10, [%rd8];
st.shared.u32 [%rd7], %r10;)",
        {.blocks = blocks, .words = std::size_t{1} << 20});
    return seen.modelled.value().terms_ns.at("latency");
  };
  EXPECT_LT(latency(0, 32'000), 0.8 * latency(128, 32'000));
  EXPECT_DOUBLE_EQ(latency(0, 100), latency(128, 100));  // one wave
}

TEST(block_timeline, conflicts_in_shared_memory_cost_their_wavefronts) {
  const auto through_stride = [](int shift) {
    return latency_cycles("shl.b32 %r10, %r1, " + std::to_string(shift) + R"(;
cvt.u64.u32 %rd10, %r10;
add.s64 %rd11, %rd6, %rd10;
st.shared.u32 [%rd11], %r1;
bar.sync 0;
ld.shared.u32 %r12, [%rd11];
st.global.u32 [%rd4], %r12;)");
  };
  EXPECT_GT(through_stride(7), through_stride(2) + 25);
}

TEST(block_timeline, a_barrier_waits_for_the_slowest_warp) {
  const std::string slow_first_warp = R"(
setp.gt.u32 %p1, %r1, 31;
@%p1 bra MEET;
ld.global.u32 %r10, [%rd5];
st.global.u32 [%rd4], %r10;
MEET:
bar.sync 0;)";
  const double cycles = latency_cycles(slow_first_warp, 256);
  EXPECT_GT(cycles, card().dram_latency_cycles + 7 * card().barrier_per_warp_cycles);
}

TEST(block_timeline, an_atomic_waits_for_a_sector_that_l2_does_not_hold) {
  const std::string add = "atom.global.add.u32 %r10, [%rd5], 1;\n";
  const double cold = latency_cycles(add + "st.global.u32 [%rd4], %r10;");
  EXPECT_GE(cold, card().dram_latency_cycles);
  const double twice = latency_cycles(add + R"(
add.s32 %r11, %r10, 1;
atom.global.add.u32 %r12, [%rd5], %r11;
st.global.u32 [%rd4], %r12;)");
  EXPECT_LT(twice, cold + card().dram_latency_cycles);
}

// Both blocks of a cluster store to, or add to, the word of their thread in the block of `rank`.
model::modelled_time in_cluster(const std::string& access, const std::string& rank) {
  return run_body("mov.u32 %r11, %cluster_ctarank;\n" + rank + R"(
mapa.shared::cluster.u64 %rd10, %rd7, %r11;
barrier.cluster.arrive;
barrier.cluster.wait;
)" + access + R"(
barrier.cluster.arrive;
barrier.cluster.wait;)",
                  {.blocks = 2, .threads = 256, .cluster = 2})
      .modelled.value();
}

const std::string own_rank, other_rank = "xor.b32 %r11, %r11, 1;";

TEST(block_timeline, shared_memory_of_other_blocks_is_reached_by_sector) {
  const double ns_per_cycle = 1e9 / card().sm_clock_hz;
  constexpr int sectors = 8 * 4;
  const std::string store = "st.shared::cluster.u32 [%rd10], %r1;",
                    add = "red.shared::cluster.add.u32 [%rd10], 1;";
  EXPECT_EQ(in_cluster(store, own_rank).terms_ns.at("cluster"), 0);
  EXPECT_NEAR(in_cluster(store, other_rank).terms_ns.at("cluster"),
              sectors / card().cluster_sectors_per_cycle * ns_per_cycle, 1e-6);
  EXPECT_NEAR(in_cluster(add, other_rank).terms_ns.at("cluster"),
              sectors / card().cluster_atomic_sectors_per_cycle * ns_per_cycle, 1e-6);
}

// All lanes of each of 8 warps add to one word, which takes as many requests.
TEST(block_timeline, atomics_on_one_word_of_another_block_are_requests_of_their_own) {
  const std::string first_word = "xor.b32 %r11, %r11, 1;\nmov.b64 %rd7, %rd6;";
  const std::string add = "red.shared::cluster.add.u32 [%rd10], 1;",
                    store = "st.shared::cluster.u32 [%rd10], %r1;";
  const double ns_per_cycle = 1e9 / card().sm_clock_hz;
  EXPECT_NEAR(in_cluster(add, first_word).terms_ns.at("cluster"),
              8 * 32 / card().cluster_atomic_sectors_per_cycle * ns_per_cycle, 1e-6);
  EXPECT_NEAR(in_cluster(store, first_word).terms_ns.at("cluster"),
              8 / card().cluster_sectors_per_cycle * ns_per_cycle, 1e-6);
}

TEST(block_timeline, a_load_from_another_block_takes_longer) {
  const std::string load = "ld.shared::cluster.u32 %r12, [%rd10];\nst.global.u32 [%rd4], %r12;";
  const double more = (in_cluster(load, other_rank).terms_ns.at("latency") -
                       in_cluster(load, own_rank).terms_ns.at("latency")) *
                      card().sm_clock_hz * 1e-9;
  EXPECT_GE(more, card().cluster_latency_cycles - card().shared_latency_cycles - 1);
}

TEST(block_timeline, barriers_of_a_cluster_take_their_time) {
  const auto latency = [](const std::string& barriers) {
    return run_body(barriers, {.blocks = 2, .threads = 256, .cluster = 2})
               .modelled->terms_ns.at("latency") *
           card().sm_clock_hz * 1e-9;
  };
  const std::string barrier = "barrier.cluster.arrive;\nbarrier.cluster.wait;\n";
  const double one =
      card().cluster_barrier_latency_cycles + 7 * card().cluster_barrier_per_warp_cycles;
  EXPECT_NEAR(latency(barrier + barrier + barrier) - latency(barrier), 2 * one, 0.1 * one);
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text + "\n";
  return result;
}

// What each of a chain of steps takes, of which the last result is stored.
double step_cycles(const std::string& step) {
  const auto chain = [&](int steps) {
    return latency_cycles("add.s32 %r10, %r1, 1;\n" + repeated(step, steps) +
                          "st.global.u32 [%rd4], %r10;");
  };
  return (chain(40) - chain(8)) / 32;
}

TEST(block_timeline, a_guard_waits_longer_for_a_comparison_than_an_operand_does) {
  const double addition = std::round(card().integer_latency_cycles),
               comparison = std::round(card().logic_latency_cycles),
               guard = std::round(card().guard_latency_cycles - card().logic_latency_cycles) +
                       comparison;
  EXPECT_DOUBLE_EQ(step_cycles("setp.ne.u32 %p1, %r10, 0;\nselp.u32 %r10, %r10, %r1, %p1;"),
                   2 * comparison);
  EXPECT_DOUBLE_EQ(step_cycles("setp.ne.u32 %p1, %r10, 0;\n@%p1 add.u32 %r10, %r10, 2;"),
                   guard + addition);
  EXPECT_DOUBLE_EQ(
      step_cycles("setp.ne.u32 %p1, %r10, 0;\nvote.sync.ballot.b32 %r10, %p1, 0xffffffff;"),
      guard + addition);
}

TEST(block_timeline, a_warp_issues_to_a_unit_at_the_rate_of_its_scheduler) {
  const auto independent = [](const std::string& opcode, int count) {
    std::string body;
    for (int i = 0; i < count; ++i)
      body += opcode + " %r" + std::to_string(10 + i) + ", %r1, " + std::to_string(i) + ";\n";
    return latency_cycles(body + "st.global.u32 [%rd4], %r" + std::to_string(9 + count) + ";");
  };
  const auto cycles = [&](const std::string& opcode) {
    return (independent(opcode, 48) - independent(opcode, 8)) / 40;
  };
  EXPECT_NEAR(cycles("add.s32"), card().issue_per_cycle / card().integer_per_cycle, 0.1);
  EXPECT_NEAR(cycles("min.s32"), card().issue_per_cycle / card().logic_per_cycle, 0.1);
}

TEST(block_timeline, an_iteration_takes_its_guard_and_its_jump) {
  const auto loop = [](int iterations) {
    return latency_cycles(
        "mov.u32 %r10, 0;\nAGAIN:\nadd.u32 %r10, %r10, 1;\n"
        "setp.ne.u32 %p1, %r10, " +
        std::to_string(iterations) + ";\n@%p1 bra AGAIN;\nst.global.u32 [%rd4], %r10;");
  };
  EXPECT_NEAR(
      (loop(50) - loop(10)) / 40,
      card().integer_latency_cycles + card().guard_latency_cycles + card().jump_latency_cycles,
      1.5);
}

TEST(block_timeline, modelled_time_is_the_same_whatever_the_number_of_host_threads) {
  const std::string body = "ld.global.u32 %r10, [%rd5];\nst.global.u32 [%rd4], %r10;";
  const auto one = run_body(body, {.blocks = 64, .host_threads = 1});
  const auto four = run_body(body, {.blocks = 64, .host_threads = 4});
  EXPECT_EQ(one.modelled->ns, four.modelled->ns);
  EXPECT_EQ(one.modelled->terms_ns, four.modelled->terms_ns);
}

}  // namespace
}  // namespace warpmark::simt
