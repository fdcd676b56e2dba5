#include <cmath>
#include <limits>

#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(Integer, WrapsAround) {
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

TEST(Integer, DividesLikeTheHardware) {
  EXPECT_EQ(word("mov.u32 %r2, -7; div.s32 %r10, %r2, 2;"), std::uint32_t(-3));
  EXPECT_EQ(word("mov.u32 %r2, -7; rem.s32 %r10, %r2, 2;"), std::uint32_t(-1));
  EXPECT_EQ(word("mov.u32 %r2, 7; div.u32 %r10, %r2, 0;"), ~0u);
  EXPECT_EQ(word("mov.u32 %r2, 0x80000000; div.s32 %r10, %r2, -1;"), 0x80000000u);
  EXPECT_EQ(wide("mov.u64 %rd8, 100; rem.u64 %rd10, %rd8, 7;"), 2u);
}

TEST(Integer, ShiftsClamp) {
  EXPECT_EQ(word("mov.u32 %r2, 1; shl.b32 %r10, %r2, 32;"), 0u);
  EXPECT_EQ(word("mov.u32 %r2, -8; shr.s32 %r10, %r2, 40;"), ~0u);
  EXPECT_EQ(word("mov.u32 %r2, -8; shr.u32 %r10, %r2, 40;"), 0u);
  EXPECT_EQ(wide("mov.u64 %rd8, 1; shl.b64 %rd10, %rd8, 63;"), std::uint64_t{1} << 63);
  EXPECT_EQ(word("mov.u32 %r2, 0x80000001; shf.l.wrap.b32 %r10, %r2, %r2, 1;"), 3u);
}

TEST(Integer, HandlesBits) {
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

TEST(Float, IsExactIeee) {
  EXPECT_EQ(real("mov.f32 %f2, 0f3F800000; div.rn.f32 %f10, %f2, 0f40400000;"), 1.0f / 3.0f);
  EXPECT_EQ(real("mov.f32 %f2, 0f3F800001; mul.f32 %f3, %f2, %f2; "
                 "fma.rn.f32 %f10, %f2, %f2, 0fBF800002;"),
            std::fma(1.00000012f, 1.00000012f, -1.00000024f));
  EXPECT_EQ(real_wide("mov.f64 %fd2, 0d4000000000000000; sqrt.rn.f64 %fd10, %fd2;"),
            std::sqrt(2.0));
  EXPECT_EQ(word("mov.f32 %f2, 0f00000001; add.ftz.f32 %f3, %f2, %f2; mov.b32 %r10, %f3;"), 0u);
  EXPECT_EQ(word("mov.f32 %f2, 0f00000001; add.f32 %f3, %f2, %f2; mov.b32 %r10, %f3;"), 2u);
}

TEST(Float, MinAndMaxPreferNumbers) {
  EXPECT_EQ(real("mov.f32 %f2, 0f7FC00000; min.f32 %f10, %f2, 0f3F800000;"), 1.0f);
  EXPECT_EQ(word("mov.f32 %f2, 0f7FC00000; max.f32 %f3, %f2, %f2; mov.b32 %r10, %f3;"),
            0x7fffffffu);
  EXPECT_EQ(word("mov.f32 %f2, 0f80000000; max.f32 %f3, %f2, 0f00000000; mov.b32 %r10, %f3;"), 0u);
  EXPECT_TRUE(std::isnan(real("mov.f32 %f2, 0f7FC00000; min.NaN.f32 %f10, %f2, 0f3F800000;")));
}

TEST(Conversion, SaturatesAndRounds) {
  EXPECT_EQ(word("mov.f32 %f2, 0fC0200000; cvt.rni.s32.f32 %r10, %f2;"), std::uint32_t(-2));
  EXPECT_EQ(word("mov.f32 %f2, 0fC0200000; cvt.rmi.s32.f32 %r10, %f2;"), std::uint32_t(-3));
  EXPECT_EQ(word("mov.f32 %f2, 0fC0200000; cvt.rzi.u32.f32 %r10, %f2;"), 0u);
  EXPECT_EQ(word("mov.f32 %f2, 0f4F800000; cvt.rzi.s32.f32 %r10, %f2;"), 0x7fffffffu);
  EXPECT_EQ(word("mov.f32 %f2, 0f7FC00000; cvt.rzi.s32.f32 %r10, %f2;"), 0u);
  EXPECT_EQ(real("mov.u32 %r2, -5; cvt.rn.f32.s32 %f10, %r2;"), -5.0f);
  EXPECT_EQ(real("mov.u32 %r2, 16777217; cvt.rp.f32.u32 %f10, %r2;"), 16777218.0f);
  EXPECT_EQ(real_wide("mov.f32 %f2, 0f3FC00000; cvt.f64.f32 %fd10, %f2;"), 1.5);
  EXPECT_EQ(wide("mov.u32 %r2, -5; cvt.s64.s32 %rd10, %r2;"), std::uint64_t(-5));
  EXPECT_EQ(word("mov.u32 %r2, 511; cvt.s32.s8 %r10, %r2;"), ~0u);
  EXPECT_EQ(word("mov.u32 %r2, 511; cvt.sat.u8.u32 %r10, %r2;"), 255u);
  EXPECT_EQ(wide("mov.u32 %r2, 1; mov.u32 %r3, 2; mov.b64 %rd10, {%r2, %r3};"), 0x200000001u);
  EXPECT_EQ(word("mov.u64 %rd8, 0x200000001; mov.b64 {%r2, %r10}, %rd8;"), 2u);
}

TEST(Comparison, KnowsNaNAndPredicates) {
  const std::string nan = "mov.f32 %f2, 0f7FC00000; ";
  EXPECT_EQ(word(nan + "setp.ne.f32 %p1, %f2, %f2; selp.u32 %r10, 1, 0, %p1;"), 0u);
  EXPECT_EQ(word(nan + "setp.neu.f32 %p1, %f2, %f2; selp.u32 %r10, 1, 0, %p1;"), 1u);
  EXPECT_EQ(word(nan + "setp.nan.f32 %p1, %f2, %f2; selp.u32 %r10, 1, 0, %p1;"), 1u);
  EXPECT_EQ(word("setp.lt.s32 %p1|%p2, %r1, 5; and.pred %p3, %p1, !%p2; selp.u32 %r10, 7, 8, %p3;"),
            7u);
  EXPECT_EQ(word("setp.eq.u32 %p1, 1, 2; setp.lt.or.s32 %p2, %r1, 5, !%p1; "
                 "selp.u32 %r10, 7, 8, %p2;"),
            7u);
  EXPECT_EQ(word("mov.u32 %r2, -1; setp.lt.u32 %p1, %r2, 1; selp.u32 %r10, 1, 0, %p1;"), 0u);
  EXPECT_EQ(word("set.lt.u32.s32 %r10, -1, 1;"), ~0u);
}

}  // namespace
}  // namespace warpmark::simt
