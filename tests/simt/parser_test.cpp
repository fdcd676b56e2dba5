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
    run_body("wgmma.fence.sync.aligned;");
    FAIL();
  } catch (const unsupported_instruction& error) {
    EXPECT_NE(std::string(error.what()).find("wgmma.fence.sync.aligned"), std::string::npos);
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
