#include <gtest/gtest.h>

#include "bench/compiler/ptx/outline.hpp"

namespace warpmark::compiler {
namespace {

constexpr const char* outlined_ptx = R"(// .entry in_a_comment
.version 8.7 .target sm_90a, debug
.address_size 64
.file 1 "a{.cu", 1, 2
.global .align 4 .u32 table[2] = {1, 2};
.global .u64 pointer = callback;
.extern .func (.param .b32 r) vprintf (.param .b64 a);
.func (.param .b32 r) helper(.param .b32 x) { /* } */ ret; }
.func callback() { call other; ret; }
.func other() { ret; }
.visible .entry first(.param .u64 a, .param .align 8 .b8 s[16])
.reqntid 16, 4
{ { call (r), helper, (x); } st.u32 [table], 1; }
.weak .entry
  second() .maxntid 128 { ret; }
.section .debug_info { .b64 first }
.section .debug_str { $L__info: .b8 97 }
)";

TEST(ptx_outline, has_the_head_and_the_names) {
  const ptx_outline outline(outlined_ptx);
  EXPECT_EQ(outline.version(), "8.7");
  EXPECT_EQ(outline.target(), "sm_90a");
  EXPECT_EQ(outline.entries(), (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ(outline.variables(), (std::vector<std::string>{"table", "pointer"}));
}

TEST(ptx_outline, keeps_what_a_kernel_needs_and_the_numbers_of_lines) {
  const ptx_outline outline(outlined_ptx);
  const std::string text = outline.text_of({"second"});
  const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
  EXPECT_TRUE(has("second()") && has("callback()") && has("other()") && has("table[2]"));
  EXPECT_FALSE(has("helper(.param") || has("first(") || has("debug_info"));
  EXPECT_TRUE(has("debug_str")) << ".loc refers to it";
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
            std::count(outlined_ptx, outlined_ptx + std::string_view(outlined_ptx).size(), '\n'));
  const std::string all = outline.text_of({"first", "second"});
  EXPECT_NE(all.find("helper(.param"), std::string::npos);
}

TEST(ptx_outline, accepts_any_text) {
  for (const char* text : {"", "{", "}", "\"", "/*", ".entry", ".entry k(", ".func ( {", ".reqntid",
                           ".section", ".version", ".target ,,", "a b c ; } } {"})
    ptx_outline(text).text_of({"k"});
}

}  // namespace
}  // namespace warpmark::compiler
