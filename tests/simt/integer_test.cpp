#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(integer, wraps_around) {
  EXPECT_EQ(word("mov.u32 %r2, 0x7fffffff; add.s32 %r10, %r2, 1;"), 0x80000000u);
  EXPECT_EQ(word("sub.s32 %r10, 0, 1;"), 0xffffffffu);
  EXPECT_EQ(word("mov.u32 %r2, 65537; mul.lo.s32 %r10, %r2, %r2;"), 131073u);
  EXPECT_EQ(word("mov.u32 %r2, -3; mul.hi.s32 %r10, %r2, 5;"), 0xffffffffu);
  EXPECT_EQ(word("mov.u32 %r2, -3; mul.hi.u32 %r10, %r2, 5;"), 4u);
  EXPECT_EQ(wide("mov.u32 %r2, -3; mul.wide.s32 %rd10, %r2, 5;"), std::uint64_t(-15));
  EXPECT_EQ(wide("mov.u32 %r2, -3; mul.wide.u32 %rd10, %r2, 5;"), 0x4fffffff1u);
  EXPECT_EQ(wide("mov.u64 %rd8, -3; mul.hi.u64 %rd10, %rd8, 5;"), 4u);
  EXPECT_EQ(word("mov.u32 %r2, -7; mad.lo.s32 %r10, %r2, 3, 1;"), std::uint32_t(-20));
  EXPECT_EQ(word("mov.u32 %r2, 0x80000000; abs.s32 %r10, %r2;"), 0x80000000u);
  EXPECT_EQ(word("mov.u32 %r2, 5; mov.u32 %r3, 9; sad.u32 %r10, %r2, %r3, 1;"), 5u);
}

TEST(integer, divides_like_the_hardware) {
  EXPECT_EQ(word("mov.u32 %r2, -7; div.s32 %r10, %r2, 2;"), std::uint32_t(-3));
  EXPECT_EQ(word("mov.u32 %r2, -7; rem.s32 %r10, %r2, 2;"), std::uint32_t(-1));
  EXPECT_EQ(word("mov.u32 %r2, 7; div.u32 %r10, %r2, 0;"), ~0u);
  EXPECT_EQ(word("mov.u32 %r2, 0x80000000; div.s32 %r10, %r2, -1;"), 0x80000000u);
  EXPECT_EQ(wide("mov.u64 %rd8, 100; rem.u64 %rd10, %rd8, 7;"), 2u);
}

TEST(integer, shifts_clamp) {
  EXPECT_EQ(word("mov.u32 %r2, 1; shl.b32 %r10, %r2, 32;"), 0u);
  EXPECT_EQ(word("mov.u32 %r2, -8; shr.s32 %r10, %r2, 40;"), ~0u);
  EXPECT_EQ(word("mov.u32 %r2, -8; shr.u32 %r10, %r2, 40;"), 0u);
  EXPECT_EQ(wide("mov.u64 %rd8, 1; shl.b64 %rd10, %rd8, 63;"), std::uint64_t{1} << 63);
  EXPECT_EQ(word("mov.u32 %r2, 0x80000001; shf.l.wrap.b32 %r10, %r2, %r2, 1;"), 3u);
}

TEST(integer, handles_bits) {
  EXPECT_EQ(word("mov.u32 %r2, 0xf0f0; popc.b32 %r10, %r2;"), 8u);
  EXPECT_EQ(word("mov.u64 %rd8, 1; clz.b64 %r10, %rd8;"), 63u);
  EXPECT_EQ(word("mov.u32 %r2, 1; brev.b32 %r10, %r2;"), 0x80000000u);
  EXPECT_EQ(word("mov.u32 %r2, 0x12345678; bfe.u32 %r10, %r2, 8, 8;"), 0x56u);
  EXPECT_EQ(word("mov.u32 %r2, 0xf0; bfe.s32 %r10, %r2, 4, 4;"), ~0u);
  EXPECT_EQ(word("mov.u32 %r2, 0x80000000; bfe.s32 %r10, %r2, 28, 8;"), 0xfffffff8u);
  EXPECT_EQ(word("mov.u32 %r2, 5; mov.u32 %r3, -1; bfi.b32 %r10, %r2, %r3, 4, 8;"), 0xfffff05fu);
  EXPECT_EQ(word("mov.u32 %r2, 0x33221100; mov.u32 %r3, 0x77665544; "
                 "prmt.b32 %r10, %r2, %r3, 0x7140;"),
            0x77114400u);
  EXPECT_EQ(word("mov.u32 %r2, 0xf0; mov.u32 %r3, 0xcc; mov.u32 %r4, 0xaa; "
                 "lop3.b32 %r10, %r2, %r3, %r4, 0xe8;"),
            0xe8u);
  EXPECT_EQ(word("mov.u32 %r2, -1; bfind.s32 %r10, %r2;"), ~0u);
}

TEST(integer, saturates) {
  EXPECT_EQ(word("mov.u32 %r2, 0x7fffffff; add.sat.s32 %r10, %r2, 1;"), 0x7fffffffu);
  EXPECT_EQ(word("mov.u32 %r2, 0x80000000; sub.sat.s32 %r10, %r2, 1;"), 0x80000000u);
  EXPECT_EQ(word("mov.u32 %r2, 0x7fffffff; mad.hi.sat.s32 %r10, %r2, %r2, %r2;"), 0x7fffffffu);
}

TEST(integer, carries_a_lane_at_a_time) {
  // Lane i adds i to 2^32 - 1: all lanes but the first carry.
  const auto out = run_body(
                       "mov.u32 %r2, -1; add.cc.u32 %r3, %r2, %r1; addc.u32 %r4, 5, 0;"
                       "st.global.u32 [%rd4], %r4;")
                       .out;
  EXPECT_EQ(out[0], 5u);
  for (unsigned lane = 1; lane < 32; ++lane) EXPECT_EQ(out[lane], 6u);
  EXPECT_EQ(word("mov.u32 %r2, 0; sub.cc.u32 %r3, %r2, 1; subc.u32 %r10, 5, 0;"), 4u);
  EXPECT_EQ(wide("mov.u64 %rd8, -1; mad.lo.cc.u64 %rd9, %rd8, %rd8, %rd8; madc.hi.u64 %rd10, %rd8, "
                 "%rd8, 0;"),
            0xffffffffffffffffu);
}

TEST(integer, keeps_the_carry_of_lanes_that_do_not_take_part) {
  EXPECT_EQ(run_body("mov.u32 %r2, -1; add.cc.u32 %r3, %r2, 1; setp.eq.u32 %p1, %r1, 3;"
                     "@%p1 add.cc.u32 %r3, 1, 1; addc.u32 %r4, 0, 0; st.global.u32 [%rd4], %r4;")
                .out[3],
            0u);
  EXPECT_EQ(word("mov.u32 %r2, -1; add.cc.u32 %r3, %r2, 1; setp.eq.u32 %p1, %r1, 3;"
                 "@%p1 add.cc.u32 %r3, 1, 1; addc.u32 %r10, 0, 0;"),
            1u);
}

TEST(integer, has_packed_forms) {
  EXPECT_EQ(word("mov.u32 %r2, 0xff020304; mov.u32 %r3, 0x01010101; "
                 "dp4a.s32.u32 %r10, %r2, %r3, 10;"),
            18u);
  EXPECT_EQ(word("mov.u32 %r2, 0x00020003; mov.u32 %r3, 0x05040706; "
                 "dp2a.hi.u32.u32 %r10, %r2, %r3, 0;"),
            22u);
  EXPECT_EQ(word("mov.u32 %r2, 0x8000ffff; mov.u32 %r3, 0x00010001; "
                 "max.s16x2.relu %r10, %r2, %r3;"),
            0x00010001u);
  EXPECT_EQ(word("mov.u32 %r2, 0x10203040; mov.u32 %r3, 0x11003f40; mov.u32 %r4, 100; "
                 "vabsdiff4.u32.u32.u32.add %r10, %r2, %r3, %r4;"),
            148u);
}

TEST(integer, answers_logic_in_a_predicate) {
  EXPECT_EQ(word("mov.u32 %r2, 0xf0; mov.u32 %r3, 0x0f; setp.eq.u32 %p1, 1, 2; "
                 "lop3.or.b32 %r4|%p2, %r2, %r3, %r3, 0xc0, %p1; selp.u32 %r10, 1, %r4, %p2;"),
            0u);
  EXPECT_EQ(word("mov.u32 %r2, 0xff; mov.u32 %r3, 0x0f; setp.eq.u32 %p1, 1, 2; "
                 "lop3.or.b32 %r4|%p2, %r2, %r3, %r3, 0xc0, %p1; selp.u32 %r10, %r4, 1, %p2;"),
            15u);
}

TEST(integer, permutes_by_modes) {
  const std::string bytes = "mov.u32 %r2, 0x33221100; mov.u32 %r3, 0x77665544; ";
  EXPECT_EQ(word(bytes + "prmt.b32.f4e %r10, %r2, %r3, 1;"), 0x44332211u);
  EXPECT_EQ(word(bytes + "prmt.b32.b4e %r10, %r2, %r3, 1;"), 0x66770011u);
  EXPECT_EQ(word(bytes + "prmt.b32.rc8 %r10, %r2, %r3, 2;"), 0x22222222u);
  EXPECT_EQ(word(bytes + "prmt.b32.ecl %r10, %r2, %r3, 2;"), 0x33222222u);
  EXPECT_EQ(word(bytes + "prmt.b32.ecr %r10, %r2, %r3, 2;"), 0x22221100u);
  EXPECT_EQ(word(bytes + "prmt.b32.rc16 %r10, %r2, %r3, 1;"), 0x33223322u);
}

}  // namespace
}  // namespace warpmark::simt
