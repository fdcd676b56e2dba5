#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

std::vector<std::uint32_t> shuffled(const std::string& instruction) {
  return run_body("mov.u32 %r2, -1;\n" + instruction + "\nst.global.u32 [%rd4], %r10;").out;
}

TEST(shuffle, down) {
  const auto out = shuffled("shfl.sync.down.b32 %r10|%p1, %r1, 4, 31, %r2;");
  EXPECT_EQ(out[0], 4u);
  EXPECT_EQ(out[27], 31u);
  EXPECT_EQ(out[28], 28u);
}

TEST(shuffle, down_in_segments_of_eight) {
  // c = ((32 - 8) << 8) | 31
  const auto out = shuffled("shfl.sync.down.b32 %r10|%p1, %r1, 2, 6175, %r2;");
  EXPECT_EQ(out[5], 7u);
  EXPECT_EQ(out[6], 6u);
  EXPECT_EQ(out[8], 10u);
}

TEST(shuffle, up_butterfly_and_index) {
  auto out = shuffled("shfl.sync.up.b32 %r10|%p1, %r1, 3, 0, %r2;");
  EXPECT_EQ(out[2], 2u);
  EXPECT_EQ(out[3], 0u);
  out = shuffled("shfl.sync.up.b32 %r10|%p1, %r1, 3, 6144, %r2;");  // Segments of eight.
  EXPECT_EQ(out[10], 10u);
  EXPECT_EQ(out[11], 8u);
  out = shuffled("shfl.sync.bfly.b32 %r10|%p1, %r1, 5, 31, %r2;");
  EXPECT_EQ(out[1], 4u);
  out = shuffled("shfl.sync.idx.b32 %r10|%p1, %r1, 9, 31, %r2;");
  EXPECT_EQ(out[30], 9u);
  out = shuffled("shfl.sync.idx.b32 %r10|%p1, %r1, 1, 6175, %r2;");
  EXPECT_EQ(out[30], 25u);
  out = shuffled("shfl.sync.down.b32 %r9|%p1, %r1, 4, 31, %r2; selp.u32 %r10, 1, 0, %p1;");
  EXPECT_EQ(out[27], 1u);
  EXPECT_EQ(out[28], 0u);
}

TEST(collective, votes_matches_and_reduces) {
  EXPECT_EQ(shuffled("setp.lt.u32 %p1, %r1, 3; vote.sync.ballot.b32 %r10, %p1, %r2;")[9], 7u);
  EXPECT_EQ(shuffled("setp.lt.u32 %p1, %r1, 3; vote.sync.any.pred %p2, %p1, %r2; "
                     "selp.u32 %r10, 1, 0, %p2;")[9],
            1u);
  EXPECT_EQ(shuffled("setp.lt.u32 %p1, %r1, 3; vote.sync.all.pred %p2, !%p1, %r2; "
                     "selp.u32 %r10, 1, 0, %p2;")[9],
            0u);
  EXPECT_EQ(shuffled("and.b32 %r3, %r1, 3; match.any.sync.b32 %r10, %r3, %r2;")[5], 0x22222222u);
  EXPECT_EQ(shuffled("mov.u32 %r3, 5; match.all.sync.b32 %r10|%p1, %r3, %r2;")[5], ~0u);
  EXPECT_EQ(shuffled("redux.sync.add.s32 %r10, %r1, %r2;")[0], 496u);
  EXPECT_EQ(shuffled("sub.s32 %r3, %r1, 9; redux.sync.min.s32 %r10, %r3, %r2;")[0],
            std::uint32_t(-9));
  EXPECT_EQ(shuffled("elect.sync %r9|%p1, %r2; selp.u32 %r10, 1, 0, %p1;")[0], 1u);
}

TEST(collective, groups_of_lanes_with_their_own_masks_are_apart) {
  const auto seen = run_body(R"(
and.b32 %r3, %r1, 1;
setp.eq.u32 %p1, %r3, 0;
selp.u32 %r2, 0x55555555, 0xaaaaaaaa, %p1;
redux.sync.add.u32 %r10, %r1, %r2;
st.global.u32 [%rd4], %r10;
)");
  EXPECT_EQ(seen.out[0], 240u);
  EXPECT_EQ(seen.out[1], 256u);
  EXPECT_TRUE(seen.findings.empty());
}

TEST(barrier, makes_stores_of_other_warps_visible) {
  const auto seen = run_body(R"(
st.shared.u32 [%rd7], %r1;
bar.sync 0;
xor.b64 %rd8, %rd3, 128;
add.s64 %rd8, %rd6, %rd8;
ld.shared.u32 %r10, [%rd8];
st.global.u32 [%rd4], %r10;
)",
                             {.threads = 64});
  EXPECT_EQ(seen.out[0], 32u);
  EXPECT_EQ(seen.out[63], 31u);
  EXPECT_EQ(seen["barriers"], 2u);
  EXPECT_EQ(seen["block_barriers"], 1u);
}

TEST(barrier, reduces_predicates) {
  const auto seen = run_body(R"(
setp.lt.u32 %p1, %r1, 40;
bar.red.popc.u32 %r10, 0, %p1;
bar.red.and.pred %p2, 0, %p1;
bar.red.or.pred %p3, 0, %p1;
selp.u32 %r11, 100, 0, %p2;
selp.u32 %r12, 1000, 0, %p3;
add.u32 %r10, %r10, %r11;
add.u32 %r10, %r10, %r12;
st.global.u32 [%rd4], %r10;
)",
                             {.threads = 64});
  EXPECT_EQ(seen.out[63], 1040u);
}

TEST(barrier, named_and_counted) {
  // Warp 0 waits for warp 1, which only arrives; warp 2 has nothing to do with it.
  const auto seen = run_body(R"(
shr.u32 %r2, %r1, 5;
setp.eq.u32 %p1, %r2, 0;
setp.eq.u32 %p2, %r2, 1;
@%p1 bra WAIT;
@!%p2 bra END;
st.shared.u32 [bytes], 42;
bar.arrive 3, 64;
bra.uni END;
WAIT:
bar.sync 3, 64;
ld.shared.u32 %r10, [bytes];
st.global.u32 [%rd4], %r10;
END:
)",
                             {.threads = 96});
  EXPECT_EQ(seen.out[5], 42u);
  EXPECT_TRUE(seen.findings.empty());
}

}  // namespace
}  // namespace warpmark::simt
