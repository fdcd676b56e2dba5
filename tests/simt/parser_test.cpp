#include "simt/ptx/parser.hpp"

#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(parser, reads_an_entry_with_places_and_operands) {
  const auto module =
      parse_ptx(kernel_around(".loc 1 42 3\n@!%p1 ld.global.v2.u32 {%r2, %r3}, "
                              "[%rd5+-8];"));
  EXPECT_EQ(module.target, "sm_90");
  const auto& entry = module.functions.at("k");
  EXPECT_TRUE(entry.entry);
  EXPECT_EQ(entry.parameters.size(), 2u);
  const statement& load = entry.body[entry.body.size() - 2];
  EXPECT_EQ(load.opcode, "ld");
  EXPECT_TRUE(load.guard && load.guard->negated);
  EXPECT_EQ(load.place.line, 42);
  ASSERT_EQ(load.operands.size(), 2u);
  EXPECT_EQ(load.operands[0].parts.size(), 2u);
  EXPECT_EQ(load.operands[1].offset, -8);
}

TEST(parser, inner_scopes_hide_registers_and_labels) {
  EXPECT_EQ(word("mov.u32 %r10, 1;\n{ .reg .b32 %r10; mov.u32 %r10, 2;\nbra L; L: }\n"
                 "{ bra L; mov.u32 %r10, 3; L: }"),
            1u);
}

TEST(parser, directives_need_no_blanks_between_them) {
  EXPECT_EQ(word("{.reg.b16 h;\n.reg.b32 low,high;.shared.align 4.b8 own[8];\n"
                 "mov.b32 low, 0x10002;mov.b32 {h, _}, low;cvt.u32.u16 high, h;\n"
                 "st.shared.u32 [own+4], high;ld.shared.u32 %r10, [own+4];}"),
            2u);
}

TEST(parser, computes_constant_expressions) {
  const std::pair<const char*, std::uint64_t> expressions[] = {
      {"3 + 4*2", 11},
      {"(1<<4) | 3", 19},
      {"~0", ~std::uint64_t{0}},
      {"!5 + !(0)", 1},
      {"-(3)", static_cast<std::uint64_t>(-3)},
      {"1 ? 2 : 3 ? 4 : 5", 2},
      {"(5>3) && (2<=2) || 0", 1},
      {"-7 / 2", static_cast<std::uint64_t>(-3)},
      {"7 % 4 - -1", 4},
      {"-1 >> 1", ~std::uint64_t{0}},
      {"(.u64)-1 >> 1", ~std::uint64_t{0} >> 1},
      {"0xffffffffffffffff >> 60", 15},
      {"-1 > 0U", 1},
      {"-1 > 0", 0},
      {"5 & 3 == 3", 1},
      {"1 | 2 ^ 3 & 4", 3},
      {"1.5 * 2.0 > 2.5", 1},
      {"WARP_SZ*2", 64},
      {"017 + 0b101 + 0x10U", 36},
      {"(-9223372036854775807 - 1) / -1", std::uint64_t{1} << 63}};
  for (const auto& [text, value] : expressions)
    EXPECT_EQ(wide(std::string("mov.b64 %rd10, ") + text + ";"), value) << text;
  EXPECT_EQ(real("mov.f32 %f10, 1.5+2.0;"), 3.5f);
  EXPECT_EQ(real("add.f32 %f10, 0f3F800000, .5;"), 1.5f);
  EXPECT_EQ(real_wide("add.f64 %fd10, 1., 2.5e-1;"), 1.25);
  EXPECT_EQ(real_wide("mov.f64 %fd10, 1e10;"), 1e10);
  EXPECT_EQ(word("mov.u32 %r10, 7; mov.u32 %r11, bytes+4*2; st.shared.u32 [bytes+(2+2)*2], %r10;\n"
                 "ld.shared.u32 %r10, [%r11];"),
            7u);
}

TEST(parser, refuses_constants_without_a_value) {
  for (const char* text : {"1/0", "5 % 0", "1.5 + 1", "~1.5", "(1", "1 +", "1.5 % 2.0", "1 ? 2"})
    EXPECT_THROW(parse_ptx(kernel_around(std::string("mov.b64 %rd10, ") + text + ";")), parse_error)
        << text;
  const std::string deep = "mov.b64 %rd10, " + std::string(4000, '(') + "1;";
  EXPECT_THROW(parse_ptx(kernel_around(deep)), parse_error);
}

TEST(parser, vectors_of_registers_have_parts) {
  const std::string registers = "{ .reg .v4 .b32 v; .reg .v2 .b32 w<2>;\n";
  EXPECT_EQ(
      word(registers + "mov.b32 v.x, 1; mov.b32 v.g, 20; mov.b32 v.b, 300; mov.b32 v.w, 4000;\n"
                       "st.shared.v4.b32 [bytes], v; ld.shared.v2.b32 w1, [bytes+8];\n"
                       "add.u32 %r10, w1.x, w1.y; add.u32 %r10, %r10, v.y; }"),
      4320u);
  EXPECT_EQ(word(registers + "mov.v2.u32 w0, {5, 6}; mov.v4.u32 v, {w0.y, w0.x, 7, 8};\n"
                             "mad.lo.u32 %r10, v.x, 10, v.y; }"),
            65u);
  EXPECT_EQ(word(registers + "mov.v4.u32 {_, %r10, %r11, %r12}, %ntid;\n"
                             "mad.lo.u32 %r10, %r12, 10, %r10; }"),
            1u);
  EXPECT_THROW(parse_ptx(kernel_around(registers + "mov.b32 w0.z, 1; mov.v4.b32 v, {1, 2}; }")),
               parse_error);
}

TEST(parser, modifiers_may_follow_the_type) {
  EXPECT_EQ(
      real(
          "mov.b32 %f11, 0x00400000; ex2.approx.f32.ftz %f10, %f11; add.f32.ftz %f10, %f10, %f11;"),
      1.0f);
  EXPECT_EQ(word("mov.s32 %r11, -5; max.s32.relu %r10, %r11, -3;"), 0u);
}

TEST(parser, labels_may_look_like_registers) {
  EXPECT_EQ(word("mov.u32 %r10, 1; bra.uni %L1; mov.u32 %r10, 2; %L1:"), 1u);
}

// Bytes of addresses, as nvcc writes them into packed structures.
TEST(parser, reads_bytes_of_addresses) {
  std::string values;
  for (unsigned byte = 0; byte < 8; ++byte)
    values += ", 0XFF" + std::string(2 * byte, '0') + "(generic(value)+4)";
  const std::string text = kernel_around(
      "mov.u64 %rd9, packed; mov.u64 %rd10, 0; mov.u32 %r9, 8;\n"
      "NEXT: add.s32 %r9, %r9, -1; cvt.u64.u32 %rd11, %r9; add.s64 %rd11, %rd9, %rd11;\n"
      "ld.global.u8 %rd12, [%rd11+1]; shl.b64 %rd10, %rd10, 8; or.b64 %rd10, %rd10, %rd12;\n"
      "setp.ne.s32 %p1, %r9, 0; @%p1 bra NEXT; ld.u32 %r10, [%rd10]; st.global.u32 [%rd1], %r10;",
      ".global .u32 value[2] = {7, 77};\n.global .align 1 .u8 packed[9] = {1" + values + "};\n");
  EXPECT_EQ(run_kernel(text, {.threads = 1}).out[0], 77u);
  EXPECT_THROW(parse_ptx(".global .u32 x; .global .u8 y[1] = {0x1fe(x)};"), parse_error);
}

TEST(parser, arrays_are_filled_with_zeros_or_as_large_as_their_values) {
  const std::string text = kernel_around(
      "ld.global.u32 %r10, [rows+12]; st.global.u32 [%rd1], %r10;\n"
      "ld.global.u32 %r10, [open+8]; st.global.u32 [%rd1+4], %r10;\n"
      "ld.global.v2.f32 {_, %f1}, [pairs+8]; st.global.f32 [%rd1+8], %f1;",
      ".global .u32 rows[2][3] = {{1}, {2, 3}}; .global .u32 open[] = {4, 5, 2*3};\n"
      ".global .v2 .f32 pairs[2] = {{1.0}, {2.0, 3.0}};\n");
  const auto out = run_kernel(text, {.threads = 1}).out;
  EXPECT_EQ(out[0], 2u);
  EXPECT_EQ(out[1], 6u);
  EXPECT_EQ(std::bit_cast<float>(out[2]), 3.0f);
  EXPECT_THROW(parse_ptx(".global .u32 x[2][1] = {{1, 2}, {3}};"), parse_error);
}

TEST(parser, reads_initial_values) {
  const std::string text = kernel_around(
      "ld.const.u32 %r10, [table+4];\nst.global.u32 [%rd1], %r10;\n"
      "ld.global.u64 %rd9, [link];\nld.u32 %r11, [%rd9];\nst.global.u32 [%rd1+4], %r11;",
      ".const .align 4 .b8 table[8] = {1, 0, 0, 0, 2, 1};\n.global .u32 value = 77;\n"
      ".global .align 8 .u64 link[1] = {value};\n");
  const auto out = run_kernel(text, {.threads = 1}).out;
  EXPECT_EQ(out[0], 0x102u);
  EXPECT_EQ(out[1], 77u);
}

TEST(parser, names_the_line_of_an_error) {
  try {
    parse_ptx(".version 9.0\n.target sm_90\n.bogus x;\n");
    FAIL();
  } catch (const parse_error& error) {
    EXPECT_NE(std::string(error.what()).find("line 3"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find(".bogus x;"), std::string::npos);
  }
}

TEST(parser, an_unknown_instruction_is_a_clear_error) {
  try {
    run_body("tcgen05.wait::ld.sync.aligned;");
    FAIL();
  } catch (const unsupported_instruction& error) {
    EXPECT_NE(std::string(error.what()).find("tcgen05.wait::ld.sync.aligned"), std::string::npos);
  }
  EXPECT_THROW(run_body("mov.u32 %r10, %nosuch;"), unsupported_instruction);
}

TEST(parser, inlines_calls) {
  const std::string function = R"(
.func (.param .b32 result) twice(.param .b32 x)
{
.reg .b32 %r<3>; .reg .pred %p<2>;
ld.param.u32 %r1, [x];
setp.gt.u32 %p1, %r1, 10;
@%p1 bra BIG;
add.u32 %r2, %r1, %r1;
st.param.b32 [result+0], %r2;
ret;
BIG:
mov.u32 %r2, 1000;
st.param.b32 [result+0], %r2;
ret;
}
)";
  const auto seen =
      run_kernel(kernel_around("{ .param .b32 p0; .param .b32 r0;\nst.param.b32 [p0+0], %r1;\n"
                               "call.uni (r0), twice, (p0);\nld.param.b32 %r10, [r0+0]; }\n"
                               "st.global.u32 [%rd4], %r10;",
                               function));
  EXPECT_EQ(seen.out[3], 6u);
  EXPECT_EQ(seen.out[10], 20u);
  EXPECT_EQ(seen.out[31], 1000u);
  EXPECT_EQ(seen["global_store_requests"], 1u);
  EXPECT_EQ(seen["local_load_requests"], 0u);
}

}  // namespace
}  // namespace warpmark::simt
