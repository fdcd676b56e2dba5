#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(address, every_space_has_its_window) {
  const auto seen = run_kernel(kernel_around(R"(
.local .align 4 .b8 mine[16];
mov.u64 %rd8, bytes;
cvta.shared.u64 %rd9, %rd8;
cvta.shared::cluster.u64 %rd15, %rd8;
mov.u64 %rd10, mine;
cvta.local.u64 %rd11, %rd10;
mov.u64 %rd12, table;
cvta.const.u64 %rd13, %rd12;
mov.b64 %rd14, out;
cvta.param.u64 %rd14, %rd14;
mov.u32 %r10, 0;
isspacep.shared %p1, %rd9;          selp.u32 %r2, 1, 0, %p1;      or.b32 %r10, %r10, %r2;
isspacep.shared::cluster %p1, %rd15; selp.u32 %r2, 2, 0, %p1;      or.b32 %r10, %r10, %r2;
isspacep.local %p1, %rd11;          selp.u32 %r2, 4, 0, %p1;      or.b32 %r10, %r10, %r2;
isspacep.const %p1, %rd13;          selp.u32 %r2, 8, 0, %p1;      or.b32 %r10, %r10, %r2;
isspacep.global %p1, %rd1;          selp.u32 %r2, 16, 0, %p1;     or.b32 %r10, %r10, %r2;
isspacep.param %p1, %rd14;          selp.u32 %r2, 32, 0, %p1;     or.b32 %r10, %r10, %r2;
isspacep.global %p1, %rd13;         selp.u32 %r2, 64, 0, %p1;     or.b32 %r10, %r10, %r2;
isspacep.shared %p1, %rd1;          selp.u32 %r2, 128, 0, %p1;    or.b32 %r10, %r10, %r2;
ld.u64 %rd16, [%rd14];
setp.eq.u64 %p1, %rd16, %rd1;       selp.u32 %r2, 256, 0, %p1;    or.b32 %r10, %r10, %r2;
st.global.u32 [%rd4], %r10;
)",
                                             ".const .align 4 .u32 table[4] = {1, 2, 3, 4};\n"));
  EXPECT_EQ(seen.out[7], 1u + 2 + 4 + 8 + 16 + 32 + 256);
}

TEST(address, hints_change_nothing) {
  const auto seen = run_body(R"(
createpolicy.fractional.L2::evict_last.b64 %rd8, 1.0;
prefetch.global.L2::evict_last [%rd5];
prefetchu.L1 [%rd5];
applypriority.global.L2::evict_normal [%rd2], 128;
ld.global.nc.L1::no_allocate.L2::cache_hint.L2::256B.u32 %r10, [%rd5], %rd8;
st.global.L1::evict_last.L2::cache_hint.u32 [%rd4], %r10, %rd8;
ld.relaxed.cluster.global.L1::evict_first.u32 %r11, [%rd5];
ld.weak.global.ca.u32 %r12, [%rd5];
ld.volatile.shared::cta.u32 %r13, [bytes];
ld.mmio.relaxed.sys.global.u32 %r14, [%rd5];
ldu.global.u32 %r15, [%rd5];
st.release.gpu.global.u32 [%rd4+1024], %r12;
fence.proxy.async.shared::cta;
fence.mbarrier_init.release.cluster;
)");
  EXPECT_EQ(seen.out[9], 9u);
  EXPECT_EQ(seen.out[256 + 9], 9u);
}

TEST(address, thirty_two_bytes_a_lane) {
  const auto seen = run_body(R"(
mul.wide.u32 %rd8, %r1, 32;
add.s64 %rd9, %rd2, %rd8;
add.s64 %rd10, %rd1, %rd8;
ld.global.nc.L2::evict_first.v8.b32 {%r10, %r11, %r12, %r13, %r14, _, %r16, %r17}, [%rd9];
add.u32 %r10, %r10, 1000;
st.global.v8.b32 [%rd10], {%r10, %r11, %r12, %r13, %r14, %r16, %r16, %r17};
ld.global.v4.b64 {%rd11, %rd12, %rd13, %rd14}, [%rd9];
st.global.v4.b64 [%rd10+1024], {%rd14, %rd13, %rd12, %rd11};
)");
  EXPECT_EQ(seen.out[8 * 5], 1040u);
  EXPECT_EQ(seen.out[8 * 5 + 5], 46u);
  EXPECT_EQ(seen.out[256 + 8 * 5], 46u);
  EXPECT_EQ(seen.out[256 + 8 * 5 + 7], 41u);
  EXPECT_EQ(seen["global_load_requests"], 2u);
  EXPECT_EQ(seen["global_load_sectors"], 64u);
  EXPECT_TRUE(seen.findings.empty());
}

}  // namespace
}  // namespace warpmark::simt
