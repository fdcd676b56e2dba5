#include "tests/simt/simt_fixture.hpp"

// Registers of 128 bits.

namespace warpmark::simt {
namespace {

const std::string registers = ".reg .b128 %rq<4>;\n";
const std::string store_wide = "\nst.global.b128 [%rd1], %rq1;";

std::vector<std::uint32_t> four_words(const std::string& body) {
  auto out = run_body(registers + body + store_wide, {.threads = 1}).out;
  out.resize(4);
  return out;
}

TEST(wide_registers, are_packed_from_two_or_four_parts) {
  EXPECT_EQ(four_words("mov.b64 %rd10, 0x200000001; mov.b128 %rq1, {%rd10, 0x400000003};"),
            (std::vector<std::uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(four_words("mov.b32 %r10, 5; mov.b128 %rq2, {1, %r10, 6, 7}; mov.b128 %rq1, %rq2;"),
            (std::vector<std::uint32_t>{1, 5, 6, 7}));
}

TEST(wide_registers, are_unpacked_into_two_or_four_parts) {
  const std::string packed = registers + "mov.b128 %rq1, {0x200000001, 0x400000003};\n";
  EXPECT_EQ(wide(packed + "mov.b128 {_, %rd10}, %rq1;"), 0x400000003u);
  EXPECT_EQ(word(packed + "mov.b128 {%r11, %r10, _, %r12}, %rq1;\n"
                          "shl.b32 %r12, %r12, 8; or.b32 %r10, %r10, %r12;"),
            0x402u);
}

// The assembler of CUDA 13.0 extends constants by zeros, negative ones too.
TEST(wide_registers, constants_are_the_low_half) {
  EXPECT_EQ(four_words("mov.b128 %rq1, -1;"), (std::vector<std::uint32_t>{~0u, ~0u, 0, 0}));
}

TEST(wide_registers, are_loaded_and_stored_in_one_request) {
  const auto done = run_body(registers +
                             "mul.wide.u32 %rd10, %r1, 16; add.s64 %rd11, %rd2, %rd10;\n"
                             "add.s64 %rd12, %rd1, %rd10; add.s64 %rd13, %rd6, %rd10;\n"
                             "ld.global.b128 %rq1, [%rd11]; st.shared.b128 [%rd13], %rq1;\n"
                             "bar.sync 0; ld.shared.b128 %rq2, [%rd13];\n"
                             "st.global.b128 [%rd12], %rq2;");
  for (std::uint32_t i = 0; i < 128; ++i) EXPECT_EQ(done.out[i], i);
  EXPECT_EQ(done["global_load_requests"], 1u);
  EXPECT_EQ(done["global_load_sectors"], 16u);
  EXPECT_EQ(done["shared_store_wavefronts"], 4u);
  EXPECT_EQ(done["shared_load_wavefronts"], 4u);
}

TEST(wide_registers, are_exchanged_and_compared_by_one_atomic) {
  // Lanes take turns: each adds one to the value that it expects.
  const auto done = run_body(registers +
                             "cvt.u64.u32 %rd10, %r1; add.s64 %rd11, %rd10, 1;\n"
                             "mov.b128 %rq1, {%rd10, 0}; mov.b128 %rq2, {%rd11, 0};\n"
                             "atom.global.cas.b128 %rq3, [%rd1], %rq1, %rq2;\n"
                             "setp.eq.u32 %p1, %r1, 31;\n"
                             "@%p1 atom.relaxed.gpu.global.exch.b128 %rq3, [%rd1+16], %rq3;\n"
                             "mov.b128 {%rd12, %rd13}, %rq3; add.s64 %rd10, %rd1, 32;\n"
                             "@%p1 st.global.u64 [%rd10], %rd13;");
  EXPECT_EQ(done.out[0], 32u);
  EXPECT_EQ(done.out[4], 31u);
  EXPECT_EQ(done.out[8], 0u);
  EXPECT_EQ(done["global_atomic_requests"], 2u);
}

TEST(wide_registers, compare_both_halves) {
  EXPECT_EQ(four_words("mov.b128 %rq2, {0, 1}; mov.b128 %rq3, {9, 9};\n"
                       "atom.shared.cas.b128 %rq1, [bytes], %rq2, %rq3;\n"
                       "ld.shared.b128 %rq1, [bytes];"),
            (std::vector<std::uint32_t>{0, 0, 0, 0}));
}

TEST(wide_registers, are_0_until_they_are_written) {
  EXPECT_EQ(four_words("setp.ne.u32 %p1, %r1, 0; @%p1 mov.b128 %rq1, {1, 1};"),
            (std::vector<std::uint32_t>{0, 0, 0, 0}));
}

TEST(wide_registers, survive_a_recursive_call) {
  const std::string function = R"(
.func down(.param .b32 x)
{
.reg .b32 %r<3>; .reg .b64 %rd<3>; .reg .b128 q; .reg .pred p; .param .b32 next;
ld.param.u32 %r1, [x];
cvt.u64.u32 %rd1, %r1;
mov.b128 q, {%rd1, %rd1};
setp.eq.u32 p, %r1, 0;
@p ret;
sub.s32 %r2, %r1, 1;
st.param.b32 [next], %r2;
call down, (next);
mov.b128 {%rd1, %rd2}, q;
add.s64 %rd1, %rd1, %rd2;
atom.global.add.u64 %rd1, [sum], %rd1;
ret;
}
)";
  const auto out = run_kernel(kernel_around(".param .b32 first; st.param.b32 [first], 3;\n"
                                            "call down, (first); ld.global.u32 %r10, [sum];\n"
                                            "st.global.u32 [%rd1], %r10;",
                                            ".global .u64 sum;\n" + function),
                              {.threads = 1})
                       .out;
  EXPECT_EQ(out[0], 12u);
}

TEST(wide_registers, have_no_other_operations) {
  for (const char* body :
       {"and.b128 %rq1, %rq2, %rq3;", "cvt.u32.b128 %r10, %rq1;",
        "selp.b128 %rq1, %rq2, %rq3, %p1;", "mov.b128 %rq1, %tid.x;", "ld.global.u32 %rq1, [%rd1];",
        "ld.global.b128 %rd10, [%rd1];", "ld.global.v2.b128 {%rq1, %rq2}, [%rd1];",
        "red.global.add.b128 [%rd1], %rq1;", "mov.b64 %rd10, %rq1;"})
    EXPECT_THROW(run_body(registers + body), unsupported_instruction) << body;
}

}  // namespace
}  // namespace warpmark::simt
