#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(conversion, saturates_and_rounds) {
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

TEST(conversion, rounds_negative_values_towards_zero) {
  EXPECT_EQ(real("mov.u32 %r2, -16777217; cvt.rz.f32.s32 %f10, %r2;"), -16777216.0f);
  EXPECT_EQ(real("mov.u32 %r2, -16777219; cvt.rz.f32.s32 %f10, %r2;"), -16777218.0f);
  EXPECT_EQ(real("mov.u32 %r2, -16777217; cvt.rm.f32.s32 %f10, %r2;"), -16777218.0f);
}

TEST(conversion, makes_the_top_bit_of_nan_where_either_side_has_64_bits) {
  EXPECT_EQ(word("mov.f64 %fd2, 0d7FF8000000000000; cvt.rzi.s32.f64 %r10, %fd2;"), 0x80000000u);
  EXPECT_EQ(wide("mov.f32 %f2, 0f7FC00000; cvt.rzi.s64.f32 %rd10, %f2;"), std::uint64_t{1} << 63);
}

TEST(conversion, to_a_space_takes_its_window_off) {
  for (const std::string space : {"shared", "local", "param"})
    EXPECT_EQ(wide("mov.u64 %rd8, 16; cvta." + space + ".u64 %rd9, %rd8; cvta.to." + space +
                   ".u64 %rd10, %rd9;"),
              16u);
}

TEST(conversion, goes_through_narrow_types) {
  EXPECT_EQ(word("mov.f32 %f2, 0f3F801000; cvt.rn.f16.f32 %rs1, %f2; cvt.u32.u16 %r10, %rs1;"),
            0x3c00u);
  EXPECT_EQ(word("mov.f32 %f2, 0f3F801000; cvt.rp.f16.f32 %rs1, %f2; cvt.u32.u16 %r10, %rs1;"),
            0x3c01u);
  EXPECT_EQ(word("mov.f32 %f2, 0f3F800000; mov.f32 %f3, 0fC0000000; "
                 "cvt.rn.bf16x2.f32 %r10, %f2, %f3;"),
            0x3f80c000u);
  EXPECT_EQ(real("mov.u16 %rs1, 1; cvt.f32.f16 %f10, %rs1;"), 0x1p-24f);
  EXPECT_EQ(word("mov.f32 %f2, 0f43E80000; mov.f32 %f3, 0fC4000000; "
                 "cvt.rn.satfinite.e4m3x2.f32 %rs1, %f2, %f3; cvt.u32.u16 %r10, %rs1;"),
            0x7efeu);
  EXPECT_EQ(word("mov.u64 %rd8, 0x20000000000000ff; cvt.rn.f16.u64 %rs1, %rd8; "
                 "cvt.u32.u16 %r10, %rs1;"),
            0x7c00u);
  EXPECT_EQ(word("mov.f32 %f2, 0f3F801000; cvt.rna.tf32.f32 %r10, %f2;"), 0x3f802000u);
  EXPECT_EQ(word("mov.u32 %r2, 70000; mov.u32 %r3, -70000; cvt.pack.sat.s16.s32 %r10, %r2, %r3;"),
            0x7fff8000u);
}

TEST(conversion, refuses_what_it_does_not_know) {
  EXPECT_THROW(word("cvt.rn.satfinite.e2m1x2.f32 %r10, %f1, %f2;"), unsupported_instruction);
}

}  // namespace
}  // namespace warpmark::simt
