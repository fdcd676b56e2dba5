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
ld.global.u32 %r10, [%rd5];
and.b32 %r11, %r10, 0;
mul.wide.u32 %rd10, %r11, 4;
add.s64 %rd11, %rd5, %rd10;
ld.global.u32 %r12, [%rd11+8192];
st.global.u32 [%rd4], %r12;)";
  const double one = latency_cycles(together);
  EXPECT_GT(one, card().dram_latency_cycles);
  EXPECT_LT(one, 1.3 * card().dram_latency_cycles);
  EXPECT_GT(latency_cycles(in_turn), 2 * card().dram_latency_cycles);
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

TEST(block_timeline, modelled_time_is_the_same_whatever_the_number_of_host_threads) {
  const std::string body = "ld.global.u32 %r10, [%rd5];\nst.global.u32 [%rd4], %r10;";
  const auto one = run_body(body, {.blocks = 64, .host_threads = 1});
  const auto four = run_body(body, {.blocks = 64, .host_threads = 4});
  EXPECT_EQ(one.modelled->ns, four.modelled->ns);
  EXPECT_EQ(one.modelled->terms_ns, four.modelled->terms_ns);
}

}  // namespace
}  // namespace warpmark::simt
