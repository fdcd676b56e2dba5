#include <cmath>
#include <limits>
#include <random>

#include "base/float_format.hpp"
#include "simt/instructions/elementary_functions.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(floating, is_exact_ieee) {
  EXPECT_EQ(real("mov.f32 %f2, 0f3F800000; div.rn.f32 %f10, %f2, 0f40400000;"), 1.0f / 3.0f);
  EXPECT_EQ(real("mov.f32 %f2, 0f3F800001; mul.f32 %f3, %f2, %f2; "
                 "fma.rn.f32 %f10, %f2, %f2, 0fBF800002;"),
            std::fma(1.00000012f, 1.00000012f, -1.00000024f));
  EXPECT_EQ(real_wide("mov.f64 %fd2, 0d4000000000000000; sqrt.rn.f64 %fd10, %fd2;"),
            std::sqrt(2.0));
  EXPECT_EQ(word("mov.f32 %f2, 0f00000001; add.ftz.f32 %f3, %f2, %f2; mov.b32 %r10, %f3;"), 0u);
  EXPECT_EQ(word("mov.f32 %f2, 0f00000001; add.f32 %f3, %f2, %f2; mov.b32 %r10, %f3;"), 2u);
}

TEST(floating, min_and_max_prefer_numbers) {
  EXPECT_EQ(real("mov.f32 %f2, 0f7FC00000; min.f32 %f10, %f2, 0f3F800000;"), 1.0f);
  EXPECT_EQ(word("mov.f32 %f2, 0f7FC00000; max.f32 %f3, %f2, %f2; mov.b32 %r10, %f3;"),
            0x7fffffffu);
  EXPECT_EQ(word("mov.f32 %f2, 0f80000000; max.f32 %f3, %f2, 0f00000000; mov.b32 %r10, %f3;"), 0u);
  EXPECT_TRUE(std::isnan(real("mov.f32 %f2, 0f7FC00000; min.NaN.f32 %f10, %f2, 0f3F800000;")));
}

TEST(floating, rounds_in_every_direction) {
  const std::string third = "mov.f32 %f2, 0f3F800000; mov.f32 %f3, 0fC0400000; ";
  EXPECT_EQ(real(third + "div.rz.f32 %f10, %f2, %f3;"), -0x1.555554p-2f);
  EXPECT_EQ(real(third + "div.rm.f32 %f10, %f2, %f3;"), -0x1.555556p-2f);
  EXPECT_EQ(real(third + "div.rp.f32 %f10, %f2, %f3;"), -0x1.555554p-2f);
  EXPECT_EQ(real_wide("mov.f64 %fd2, 0d3FF0000000000000; mov.f64 %fd3, 0d0000000000000001; "
                      "add.rp.f64 %fd10, %fd2, %fd3;"),
            std::nextafter(1.0, 2.0));
  // The host goes on rounding to nearest.
  EXPECT_EQ(real(third + "div.rm.f32 %f4, %f2, %f3; div.rn.f32 %f10, %f2, %f3;"), -0x1.555556p-2f);
}

TEST(floating, flushes_what_only_rounding_makes_normal) {
  const std::string tiny = "mov.f32 %f2, 0f3F7FFFFF; mov.f32 %f3, 0f00800000; ";
  EXPECT_EQ(word(tiny + "mul.f32 %f4, %f2, %f3; mov.b32 %r10, %f4;"), 0x00800000u);
  EXPECT_EQ(word(tiny + "mul.ftz.f32 %f4, %f2, %f3; mov.b32 %r10, %f4;"), 0u);
  EXPECT_EQ(word(tiny + "fma.rn.ftz.f32 %f4, %f2, %f3, 0f00000000; mov.b32 %r10, %f4;"), 0u);
}

TEST(floating, works_on_pairs) {
  EXPECT_EQ(wide("mov.u64 %rd8, 0x3f80000040000000; mov.u64 %rd9, 0x4000000040400000; "
                 "fma.rn.f32x2 %rd10, %rd8, %rd9, %rd8;"),
            0x4040000041000000u);
}

TEST(floating, without_the_hosts_instruction_fuses_all_the_same) {
  std::mt19937 random(1);
  for (int i = 0; i < 200000; ++i) {
    const auto any = [&] {
      const auto bits = static_cast<std::uint32_t>(random());
      return std::bit_cast<float>(i % 2 ? (bits & 0x81ffffffu) | 0x3e000000u : bits);
    };
    const float a = any(), b = any(), c = any();
    const float exact = std::fma(a, b, c);
    const auto got = static_cast<float>(add_to_odd(double{a} * double{b}, c));
    if (std::isnan(exact))
      EXPECT_TRUE(std::isnan(got));
    else
      ASSERT_EQ(std::bit_cast<std::uint32_t>(got), std::bit_cast<std::uint32_t>(exact));
  }
}

TEST(floating, elementary_functions_are_accurate) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> wide_range(-20, 20);
  for (int i = 0; i < 20000; ++i) {
    const double x = wide_range(random), y = std::exp2(wide_range(random));
    EXPECT_NEAR(exponential2(x) / std::exp2(x), 1, 0x1p-45);
    EXPECT_NEAR(logarithm2(y), std::log2(y), 0x1p-45 * std::fabs(std::log2(y)) + 1e-18);
    EXPECT_NEAR(sine_of_turns(x), std::sin((x - std::nearbyint(x)) * 2 * M_PI), 0x1p-45);
    EXPECT_NEAR(cosine_of_turns(x), std::cos((x - std::nearbyint(x)) * 2 * M_PI), 0x1p-45);
    EXPECT_NEAR(hyperbolic_tangent(x) / std::tanh(x), 1, 0x1p-45);
  }
  EXPECT_EQ(exponential2(-std::numeric_limits<double>::infinity()), 0);
  EXPECT_EQ(exponential2(10), 1024);
  EXPECT_EQ(logarithm2(0x1p-149), -149);
}

TEST(half, rounds_once) {
  // 2049 * 1 + 2^-24 is just above the middle between 2048 and 2050.
  EXPECT_EQ(word("mov.u32 %r2, 0x68016801; mov.u32 %r3, 0x3c003c00; mov.u32 %r4, 0x00010001; "
                 "add.f16x2 %r5, %r2, %r3; fma.rn.f16x2 %r10, %r5, %r3, %r4;"),
            0x68026802u);
  EXPECT_EQ(word("mov.u16 %rs1, 0x7f7f; mul.bf16 %rs2, %rs1, %rs1; cvt.u32.u16 %r10, %rs2;"),
            0x7f80u);
  EXPECT_EQ(word("mov.u16 %rs1, 0x4000; add.sat.f16 %rs2, %rs1, %rs1; cvt.u32.u16 %r10, %rs2;"),
            0x3c00u);
}

TEST(half, approximates_in_pairs) {
  EXPECT_EQ(word("mov.u32 %r2, 0xbc004000; ex2.approx.f16x2 %r10, %r2;"), 0x38004400u);
  EXPECT_EQ(word("mov.u32 %r2, 0xff800000; tanh.approx.bf16x2 %r10, %r2;"), 0xbf800000u);
}

}  // namespace
}  // namespace warpmark::simt
