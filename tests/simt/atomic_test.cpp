#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

// Lanes in order on one word of shared memory and on one of global memory.
std::uint32_t after(const std::string& operation, std::uint32_t start, const std::string& operands,
                    const std::string& before = "") {
  const std::string begin = std::to_string(start);
  const auto seen =
      run_body(before + "st.shared.u32 [bytes], " + begin + ";\nst.global.u32 [%rd1], " + begin +
               ";\nbar.sync 0;\natom.shared::cta." + operation + " %r9, [bytes], " + operands +
               ";\natom.relaxed.gpu.global." + operation + " %r8, [%rd1], " + operands +
               ";\nld.shared.u32 %r7, [bytes];\nst.global.u32 [%rd1+4], %r7;");
  EXPECT_EQ(seen.out[0], seen.out[1]) << operation;
  return seen.out[0];
}

TEST(atomic, integer_operations) {
  EXPECT_EQ(after("add.u32", 5, "%r1"), 5u + 496u);
  EXPECT_EQ(after("min.s32", 5, "-3"), 0xfffffffdu);
  EXPECT_EQ(after("min.u32", 5, "-3"), 5u);
  EXPECT_EQ(after("max.s32", 5, "%r1"), 31u);
  EXPECT_EQ(after("and.b32", 0xff, "0x0f"), 0x0fu);
  EXPECT_EQ(after("or.b32", 1, "%r1"), 31u);
  EXPECT_EQ(after("xor.b32", 0, "%r1"), 0u);
  EXPECT_EQ(after("inc.u32", 0, "9"), 32u % 10u);
  EXPECT_EQ(after("dec.u32", 3, "9"), 1u);
  EXPECT_EQ(after("exch.b32", 3, "%r1"), 31u);
  EXPECT_EQ(after("cas.b32", 3, "3, 77"), 77u);
}

TEST(atomic, sixteen_bit_operations) {
  // 32 times 0.5 and 1: exact in both formats up to 32.
  EXPECT_EQ(after("add.noftz.f16", 0, "%rs1", "mov.b16 %rs1, 0x3800;\n") & 0xffffu, 0x4c00u);
  EXPECT_EQ(after("add.noftz.f16x2", 0, "0x3c003800"), 0x50004c00u);
  EXPECT_EQ(after("add.noftz.bf16x2", 0, "0x3f803f00"), 0x42004180u);
  const auto seen = run_body(
      "mov.b16 %rs1, 0;\nmov.b16 %rs2, 7;\n"
      "atom.global.cas.b16 %rs3, [%rd1+2], %rs1, %rs2;");
  EXPECT_EQ(seen.out[0], 7u << 16);
}

// 2049 + 1 is between two f16 values: to even. Far below 2^-14 the unit is 2^-24.
TEST(atomic, sixteen_bit_sums_round_to_nearest_even) {
  const auto sum = [](std::uint32_t start, const char* a) {
    return run_body("st.global.u32 [%rd1], " + std::to_string(start) + ";\nmov.b16 %rs1, " + a +
                        ";\nred.global.add.noftz.f16 [%rd1], %rs1;",
                    {.threads = 1})
        .out[0];
  };
  EXPECT_EQ(sum(0x6800, "0x3c00"), 0x6800u);  // 2048 + 1
  EXPECT_EQ(sum(0x6801, "0x3c00"), 0x6802u);  // 2050 + 1
  EXPECT_EQ(sum(0x0001, "0x0001"), 0x0002u);
  EXPECT_EQ(sum(0x03ff, "0x0001"), 0x0400u);
  EXPECT_EQ(sum(0x7bff, "0x7bff"), 0x7c00u);
  EXPECT_EQ(sum(0x7c00, "0xfc00"), 0x7fffu);
}

TEST(atomic, vectors_of_floats) {
  const auto seen = run_body(R"(
mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f40000000; mov.f32 %f3, 0f40400000; mov.f32 %f4, 0f40800000;
red.relaxed.gpu.global.add.v4.f32 [%rd1], {%f1, %f2, %f3, %f4};
atom.global.v2.f32.add {%f5, %f6}, [%rd1+16], {%f1, %f2};
st.global.f32 [%rd4+128], %f5;
)");
  EXPECT_EQ(std::bit_cast<float>(seen.out[0]), 32.0f);
  EXPECT_EQ(std::bit_cast<float>(seen.out[3]), 128.0f);
  EXPECT_EQ(std::bit_cast<float>(seen.out[5]), 64.0f);
  EXPECT_EQ(std::bit_cast<float>(seen.out[32 + 31]), 31.0f);
}

// Global sums have no subnormal numbers, shared ones do.
TEST(atomic, global_float_sums_flush_subnormals) {
  const auto seen = run_body(R"(
mov.b32 %f1, 0x00000005;
st.shared.u32 [bytes], 1;
st.global.u32 [%rd1], 1;
atom.shared.add.f32 %f2, [bytes], %f1;
atom.global.add.f32 %f3, [%rd1], %f1;
ld.shared.u32 %r2, [bytes];
st.global.u32 [%rd1+4], %r2;
)",
                             {.threads = 1});
  EXPECT_EQ(seen.out[0], 0u);
  EXPECT_EQ(seen.out[1], 6u);
}

const std::string histogram = R"(
mov.u32 %r2, %ctaid.x;
mad.lo.u32 %r3, %r2, 37, %r1;
and.b32 %r3, %r3, 63;
mul.wide.u32 %rd8, %r3, 4;
add.s64 %rd8, %rd1, %rd8;
atom.global.add.u32 %r9, [%rd8], %r1;
red.global.add.u32 [%rd8+256], 1;
)";

TEST(atomic, sums_that_commute_do_not_depend_on_host_threads) {
  const auto one = run_body(histogram, {.blocks = 200, .threads = 256});
  const auto many = run_body(histogram, {.blocks = 200, .threads = 256, .host_threads = 6});
  EXPECT_EQ(one.out, many.out);
  EXPECT_EQ(one.counters, many.counters);
  EXPECT_EQ(one.out[64], 200u * 256u / 64u);
}

TEST(atomic, results_that_are_used_keep_the_order_of_blocks) {
  const std::string body =
      "atom.global.add.u32 %r9, [%rd1], 1;\nmov.u32 %r2, %ctaid.x;\n"
      "mad.lo.u32 %r3, %r2, 32, %r1;\nmul.wide.u32 %rd8, %r3, 4;\n"
      "add.s64 %rd8, %rd1, %rd8;\nst.global.u32 [%rd8+4], %r9;";
  const auto seen = run_body(body, {.blocks = 100, .threads = 32, .host_threads = 4});
  for (std::uint32_t i = 0; i < 3200; ++i) ASSERT_EQ(seen.out[i + 1], i);
}

}  // namespace
}  // namespace warpmark::simt
