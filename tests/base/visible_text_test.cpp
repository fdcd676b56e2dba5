#include "base/visible_text.hpp"

#include <gtest/gtest.h>

namespace warpmark {
namespace {

TEST(visible_text, keeps_what_can_be_seen) {
  EXPECT_EQ(visible_text("plain µ € 𝄞 text: #[1]"), "plain µ € 𝄞 text: #[1]");
}

TEST(visible_text, shows_what_a_terminal_would_do) {
  EXPECT_EQ(visible_text("a\x1b[2Jb\x07"), "a\\x1b[2Jb\\x07");
  EXPECT_EQ(visible_text("a\xc2\x9b"
                         "2J"),
            "a\\x9b2J");
  EXPECT_EQ(visible_text("a\x7f"), "a\\x7f");
  EXPECT_EQ(visible_text("a\xe2\x80\xae"
                         "b"),
            "a\\u202eb");
}

TEST(visible_text, is_one_line_without_commands) {
  EXPECT_EQ(visible_text("a\n::error::b\r\tc"), "a ::error::b  c");
  EXPECT_EQ(visible_text("##[error]a ###[b]"), "## [error]a ### [b]");
}

TEST(visible_text, is_valid_utf8) {
  EXPECT_EQ(visible_text("a\xff"), "a\uFFFD");
  EXPECT_EQ(visible_text("\xc3"), "\uFFFD");
  EXPECT_EQ(visible_text("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(visible_text("\xc0\xaf"), "\uFFFD\uFFFD");
}

TEST(valid_utf8, replaces_what_a_compiler_might_take_for_the_beginning_of_a_character) {
  EXPECT_EQ(valid_utf8("// caf\xE9\xFF\xFE\nint x;"), "// caf???\nint x;");
  EXPECT_EQ(valid_utf8("// caf\xC3\xA9"), "// caf\xC3\xA9");
}

}  // namespace
}  // namespace warpmark
