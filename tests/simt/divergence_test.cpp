#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(divergence, paths_meet_again) {
  const auto seen = run_body(R"(
and.b32 %r2, %r1, 1;
setp.eq.u32 %p1, %r2, 0;
@%p1 bra EVEN;
mov.u32 %r10, 100;
bra.uni MEET;
EVEN:
mov.u32 %r10, 200;
MEET:
activemask.b32 %r11;
st.global.u32 [%rd4], %r10;
st.global.u32 [%rd4+128], %r11;
)");
  EXPECT_EQ(seen.out[0], 200u);
  EXPECT_EQ(seen.out[1], 100u);
  EXPECT_EQ(seen.out[32], ~0u);
  EXPECT_EQ(seen["divergent_branches"], 1u);
  EXPECT_EQ(seen["global_store_requests"], 2u);
}

TEST(divergence, loops_run_as_long_as_their_longest_lane) {
  const auto seen = run_body(R"(
mov.u32 %r10, 0;
mov.u32 %r2, %r1;
LOOP:
add.u32 %r10, %r10, 2;
setp.eq.u32 %p1, %r2, 0;
sub.u32 %r2, %r2, 1;
@!%p1 bra LOOP;
activemask.b32 %r11;
st.global.u32 [%rd4], %r10;
st.global.u32 [%rd4+128], %r11;
)");
  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(seen.out[t], 2 * (t + 1));
  EXPECT_EQ(seen.out[40], ~0u);
  EXPECT_EQ(seen["branches"], 32u);
  EXPECT_EQ(seen["divergent_branches"], 31u);
}

TEST(divergence, lanes_may_leave_early) {
  const auto seen = run_body(R"(
setp.gt.u32 %p1, %r1, 9;
@%p1 exit;
activemask.b32 %r10;
st.global.u32 [%rd4], %r10;
)");
  EXPECT_EQ(seen.out[9], 0x3ffu);
  EXPECT_EQ(seen.out[10], 0u);
  EXPECT_EQ(seen["global_store_sectors"], 2u);
}

TEST(divergence, predicated_instructions_touch_only_their_lanes) {
  const auto seen = run_body(R"(
setp.lt.u32 %p1, %r1, 4;
mov.u32 %r10, 1;
@%p1 mov.u32 %r10, 2;
@!%p1 add.u32 %r10, %r10, 9;
setp.gt.u32 %p2, %r1, 99;
@%p2 st.global.u32 [%rd4+4], %r10;
st.global.u32 [%rd4], %r10;
)");
  EXPECT_EQ(seen.out[3], 2u);
  EXPECT_EQ(seen.out[4], 10u);
  EXPECT_EQ(seen["global_store_requests"], 1u);
}

TEST(divergence, partial_warps_have_only_their_lanes) {
  const auto seen = run_body("mov.u32 %r10, 1;\nst.global.u32 [%rd4], %r10;", {.threads = 40});
  EXPECT_EQ(seen["warps"], 2u);
  EXPECT_EQ(seen.out[39], 1u);
  EXPECT_EQ(seen.out[40], 0u);
  EXPECT_EQ(seen["global_store_sectors"], 5u);
}

}  // namespace
}  // namespace warpmark::simt
