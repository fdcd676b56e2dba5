#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(machine, registers_do_not_remember_other_blocks) {
  const auto seen = run_body(R"(
mov.u32 %r2, %ctaid.x;
setp.ne.u32 %p1, %r2, 0;
@%p1 bra SKIP;
mov.u32 %r20, 77;
mov.u64 %rd20, 99;
setp.eq.u32 %p5, %r2, 0;
SKIP:
@%p1 bra AGAIN;
@%p1 mov.u32 %r21, 55;
AGAIN:
selp.u32 %r22, 1000, 0, %p5;
cvt.u32.u64 %r23, %rd20;
add.u32 %r24, %r20, %r21;
add.u32 %r24, %r24, %r22;
add.u32 %r24, %r24, %r23;
mad.lo.u32 %r3, %r2, 32, %r1;
mul.wide.u32 %rd8, %r3, 4;
add.s64 %rd8, %rd1, %rd8;
st.global.u32 [%rd8], %r24;
)",
                             {.blocks = 5, .threads = 32});
  EXPECT_EQ(seen.out[3], 77u + 1000 + 99);
  for (std::uint32_t i = 32; i < 160; ++i) ASSERT_EQ(seen.out[i], 0u) << i;
}

TEST(machine, jumps_through_a_table_meet_again) {
  const auto seen = run_body(R"(
and.b32 %r2, %r1, 3;
setp.eq.u32 %p1, %r1, 17;
@%p1 bra DONE;
table: .branchtargets A, B, C, B;
brx.idx %r2, table;
A: mov.u32 %r10, 10; bra DONE;
B: mov.u32 %r10, 20; bra DONE;
C: mov.u32 %r10, 30;
DONE:
activemask.b32 %r11;
st.global.u32 [%rd4], %r10;
st.global.u32 [%rd4+128], %r11;
)");
  const std::uint32_t expected[] = {10, 20, 30, 20};
  for (std::uint32_t t = 0; t < 32; ++t) {
    EXPECT_EQ(seen.out[t], t == 17 ? 0 : expected[t & 3]);
    EXPECT_EQ(seen.out[32 + t], ~0u);
  }
  EXPECT_THROW(run_body("table: .branchtargets A, A;\nbrx.idx %r1, table;\nA:"), device_error);
}

TEST(machine, the_clock_goes_on_while_a_warp_sleeps) {
  const auto seen = run_body(R"(
mov.u64 %rd8, %globaltimer;
add.s64 %rd9, %rd8, 100000000;
SLEEP:
nanosleep.u32 1000000;
mov.u64 %rd10, %globaltimer;
setp.lt.u64 %p1, %rd10, %rd9;
@%p1 bra SLEEP;
mov.u32 %r10, 1;
st.global.u32 [%rd4], %r10;
)");
  EXPECT_EQ(seen.out[0], 1u);
}

TEST(machine, special_registers) {
  const auto seen = run_body(R"(
mov.u32 %r10, %nwarpid;          st.global.u32 [%rd1], %r10;
mov.u32 %r10, %total_smem_size;  st.global.u32 [%rd1+4], %r10;
mov.u32 %r10, %aggr_smem_size;   st.global.u32 [%rd1+8], %r10;
mov.u32 %r10, %cluster_nctarank; st.global.u32 [%rd1+12], %r10;
mov.u32 %r10, %nclusterid.x;     st.global.u32 [%rd1+16], %r10;
mov.u32 %r10, %pm3;              st.global.u32 [%rd1+20], %r10;
mov.u32 %r10, %lanemask_gt;      st.global.u32 [%rd4+128], %r10;
mov.u32 %r10, %reserved_smem_offset_begin; st.global.u32 [%rd1+24], %r10;
mov.pred %p1, %is_explicit_cluster; selp.u32 %r10, 1, 2, %p1; st.global.u32 [%rd1+28], %r10;
mov.u32 %r10, %cluster_ctaid.y;  st.global.u32 [%rd1+32], %r10;
)",
                             {.blocks = 3, .threads = 64});
  EXPECT_EQ(seen.out[0], 2u);
  EXPECT_EQ(seen.out[1], 4096u);
  EXPECT_EQ(seen.out[2], 4096u + 1024u);
  EXPECT_EQ(seen.out[3], 1u);
  EXPECT_EQ(seen.out[4], 3u);
  EXPECT_EQ(seen.out[6], 4096u) << "after the block's own";
  EXPECT_EQ(seen.out[7], 2u);
  EXPECT_EQ(seen.out[32 + 30], 0x80000000u);
}

TEST(machine, the_reserved_part_of_shared_memory_is_there_and_zero) {
  const auto seen = run_body(R"(
mov.u32 %r2, %reserved_smem_offset_1;
ld.volatile.shared.u32 %r10, [%r2]; st.global.u32 [%rd1], %r10;
st.volatile.shared.u32 [%r2], %r1;
ld.volatile.shared.u32 %r10, [%r2]; st.global.u32 [%rd1+4], %r10;
)");
  EXPECT_EQ(seen.out[0], 0u);
  EXPECT_EQ(seen.out[1], 31u);
  EXPECT_TRUE(seen.findings.empty());
}

TEST(machine, finds_bits_and_reduces_floats) {
  EXPECT_EQ(word("fns.b32 %r10, 0x00f0, 0, 3;"), 6u);
  EXPECT_EQ(word("fns.b32 %r10, 0x00f0, 31, -1;"), 7u);
  EXPECT_EQ(word("fns.b32 %r10, 0x00f0, 5, 0;"), 5u);
  EXPECT_EQ(word("fns.b32 %r10, 0x00f0, 0, 5;"), ~0u);
  EXPECT_EQ(real("cvt.rn.f32.s32 %f1, %r1;\nsub.f32 %f1, %f1, 0f41800000;\n"
                 "redux.sync.min.f32 %f10, %f1, 0xffffffff;"),
            -16.0f);
  EXPECT_EQ(real("cvt.rn.f32.s32 %f1, %r1;\nsub.f32 %f1, %f1, 0f41800000;\n"
                 "redux.sync.max.abs.f32 %f10, %f1, 0xffffffff;"),
            16.0f);
}

// Who takes a lock may be any lane; the others spin in the same loop, through a function that is
// called, not inlined.
TEST(machine, divergent_lanes_take_a_lock_inside_a_called_function) {
  const std::string function = R"(
.func (.param .b32 result) enter(.param .b64 lock, .param .b32 depth)
{
.reg .b32 %r<8>; .reg .b64 %rd<4>; .reg .pred %p<4>;
ld.param.u64 %rd1, [lock];
ld.param.u32 %r1, [depth];
setp.eq.u32 %p1, %r1, 0;
@%p1 bra SPIN;
{ .param .b64 p0; .param .b32 p1; .param .b32 r0;
st.param.b64 [p0], %rd1;
sub.u32 %r2, %r1, 1;
st.param.b32 [p1], %r2;
call (r0), enter, (p0, p1);
ld.param.b32 %r3, [r0];
}
add.u32 %r3, %r3, 1;
bra DONE;
SPIN:
atom.acquire.gpu.global.cas.b32 %r4, [%rd1], 0, 1;
setp.ne.u32 %p2, %r4, 0;
@%p2 bra SPIN;
ld.volatile.global.u32 %r3, [%rd1+4];
add.u32 %r5, %r3, 1;
st.volatile.global.u32 [%rd1+4], %r5;
membar.gl;
atom.release.gpu.global.exch.b32 %r4, [%rd1], 0;
DONE:
st.param.b32 [result], %r3;
ret;
}
)";
  const auto seen = run_kernel(kernel_around(R"(
and.b32 %r2, %r1, 3;
{ .param .b64 p0; .param .b32 p1; .param .b32 r0;
st.param.b64 [p0], %rd1;
st.param.b32 [p1], %r2;
call (r0), enter, (p0, p1);
ld.param.b32 %r10, [r0];
}
red.global.add.u32 [%rd1+8], %r10;
)",
                                             function),
                               {.blocks = 3, .threads = 64});
  const std::uint32_t n = 3 * 64;
  EXPECT_EQ(seen.out[1], n);
  // Each got its own ticket, plus its depth.
  EXPECT_EQ(seen.out[2], n * (n - 1) / 2 + n / 4 * 6);
}

// Decoupled look-back: each block waits for its predecessor's sum, whatever the order.
TEST(machine, blocks_look_back) {
  const auto seen = run_body(R"(
mov.u32 %r2, %nctaid.x;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra END;
mov.u32 %r3, %ctaid.x;
sub.u32 %r3, %r2, %r3;
sub.u32 %r3, %r3, 1;
mul.wide.u32 %rd8, %r3, 4;
add.s64 %rd8, %rd1, %rd8;
mov.u32 %r4, 0;
setp.eq.u32 %p2, %r3, 0;
@%p2 bra PUBLISH;
WAIT:
ld.acquire.gpu.global.u32 %r4, [%rd8+-4];
setp.eq.u32 %p3, %r4, 0;
@%p3 bra WAIT;
PUBLISH:
add.u32 %r4, %r4, 3;
st.release.gpu.global.u32 [%rd8], %r4;
END:
)",
                             {.blocks = 100, .threads = 64});
  for (std::uint32_t i = 0; i < 100; ++i) ASSERT_EQ(seen.out[i], 3 * (i + 1));
}

TEST(machine, a_deadlock_names_every_waiting_block) {
  try {
    run_body(
        "mov.u32 %r2, %ctaid.x;\nadd.u32 %r2, %r2, 1;\nmul.wide.u32 %rd8, %r2, 4;\n"
        "add.s64 %rd8, %rd1, %rd8;\n.loc 1 77 0\n"
        "WAIT: ld.volatile.global.u32 %r4, [%rd8];\nsetp.eq.u32 %p1, %r4, 0;\n@%p1 bra WAIT;\n",
        {.blocks = 3, .threads = 64});
    FAIL();
  } catch (const deadlock_error& error) {
    const std::string what = error.what();
    for (const char* part :
         {"block 0: warp 0", "block 1: warp 0", "block 2: warp 0", "warp 1", "kernel.cu:77"})
      EXPECT_NE(what.find(part), std::string::npos) << part << " in " << what;
  }
}

// The list of docs/simt.md.
TEST(machine, what_is_left_out_names_its_place) {
  const std::pair<const char*, const char*> left_out[] = {
      {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}], {%r2, %r3};",
       "tex.2d.v4.f32.f32"},
      {"tld4.r.cube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6, %f6}];", "tld4"},
      {"txq.channel_order.b32 %r2, [%rd1];", "txq.channel_order"},
      {"suld.b.a2dms.b32.trap {%r2}, [%rd1, {%r3}];", "suld"},
      {"sust.p.1d.b32.trap [%rd1, {%r3}], {%r2};", "sust"},
      {"istypep.texref %p1, %rd1;", "istypep"},
      {"mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0 {%f1}, "
       "{%r2}, {%r3}, {%f1}, %r4, {0, 0}, %r5, {0, 0};",
       "block-scaled products"},
      {"mma.sync.aligned.m16n8k32.row.col.f32.e2m1.e2m1.f32 {%f1}, {%r2}, {%r3}, {%f1};",
       "mma.sync.aligned.m16n8k32"},
      {"ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 {%r2}, [%r3];", "ldmatrix"},
      {"wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, "
       "%r2, 0, %p1, 1, 1, 0, 0;",
       "sparse products of a warp group"},
      {"tcgen05.wait::ld.sync.aligned;", "tcgen05.wait"},
      {"cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%r2], "
       "[%rd1, {%r3, %r4, %r6}], [%r5], {%rs1};",
       "im2col"},
      {"cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes "
       "[%r2], [%rd1, {%r3, %r4, %r4, %r4, %r4}], [%r5];",
       "tile::gather4"},
      {"tensormap.replace.tile.rank.global.b1024.b32 [%rd1], 1;", "tensormap"},
      {"multimem.ld_reduce.relaxed.gpu.global.add.u32 %r2, [%rd1];", "multimem"},
      {"vote.ballot.b32 %r2, %p1;", "only the .sync form"},
      {"shfl.idx.b32 %r2, %r3, 0, 31;", "only the .sync form"},
      {"alloca.u64 %rd8, 64;", "alloca"},
      {"stacksave.u64 %rd8;", "stacksave"},
      {"call cudaNothing;", "dynamic parallelism"}};
  for (const auto& [text, name] : left_out) try {
      run_body(std::string(".loc 1 42 0\n") + text);
      ADD_FAILURE() << text;
    } catch (const unsupported_kernel& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find("kernel.cu:42"), std::string::npos) << what;
      EXPECT_NE(what.find(name), std::string::npos) << what;
    }
}

}  // namespace
}  // namespace warpmark::simt
