// Texts that would break out of an output.

#include <pugixml.hpp>

#include <gtest/gtest.h>

#include "ci/gate/formats/markdown_text.hpp"
#include "ci/gate/formats/words.hpp"
#include "tests/gate/formats/sample_result.hpp"

namespace warpmark::gate {
namespace {

constexpr const char* nasty =
    "a|b\nc `d` <img src=x> --> ]]> & % :: , * _ @user \x01\x1f\xff\xef\xbf\xbf \"q\" 'r' \\| end";

TEST(escaping, a_row_of_a_table_stays_one_row) {
  const auto text = output_of("--markdown", result_saying(nasty));
  const auto begin = text.find("| REGRESSION |");
  const auto row = text.substr(begin, text.find('\n', begin) - begin);
  std::size_t cells = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::size_t backslashes = 0;
    while (backslashes < i && row[i - 1 - backslashes] == '\\') ++backslashes;
    // GitHub's tables interpret a single backslash.
    cells += row[i] == '|' && backslashes == 0;
  }
  EXPECT_EQ(cells, 6u) << row;
}

TEST(escaping, of_markdown_by_value) {
  EXPECT_EQ(markdown_text("a|b\n<c> & @d_e"),
            "a\\|b &lt;c&gt; &amp; @\u200b"
            "d\\_e");
  EXPECT_EQ(markdown_code("a|b"), "`a\\|b`");
  EXPECT_EQ(markdown_code("a``b"), "``` a``b ```");
  EXPECT_EQ(markdown_code(""), "`  `");
  EXPECT_EQ(html_text("<a>\n@b"),
            "&lt;a&gt; @\u200b"
            "b");
}

TEST(escaping, annotations_stay_on_their_lines) {
  const auto text = output_of("--annotations", result_saying(nasty));
  // One for the ending, one for the finding.
  EXPECT_EQ(occurrences(text, "\n"), 2u);
  EXPECT_NE(text.find("%25 "), text.npos);
  EXPECT_NE(text.find("a|b%0Ac"), text.npos);
  EXPECT_NE(text.find("file=a|b%0Ac `d` <img src=x> --> ]]> & %25 %3A%3A %2C *"), text.npos);
}

TEST(escaping, xml_has_no_characters_that_xml_has_not) {
  const auto text = output_of("--junit", result_saying(nasty));
  pugi::xml_document document;
  ASSERT_TRUE(document.load_buffer(text.data(), text.size()));
  EXPECT_EQ(text.find('\x01'), text.npos);
  EXPECT_EQ(text.find("&#1;"), text.npos);
  EXPECT_EQ(text.find("&#01;"), text.npos);
  EXPECT_EQ(text.find("\xef\xbf\xbf"), text.npos);
  const std::string name =
      document.select_node("//testsuite[2]/testcase").node().attribute("name").value();
  EXPECT_NE(name.find("<img src=x> --> ]]> & % :: , * _ @user \uFFFD\uFFFD\uFFFD\uFFFD \"q\""),
            name.npos)
      << name;
}

TEST(escaping, cuts_are_between_characters) {
  EXPECT_EQ(clipped("short", 10), "short");
  EXPECT_EQ(clipped("abcdefghij", 8), "abcde…");
  EXPECT_EQ(clipped("abcdµµµµ", 9), "abcdµ…");
  EXPECT_EQ(clipped("abcdµµµµ", 8), "abcd…");
}

TEST(escaping, numbers_read_well) {
  EXPECT_EQ(time_text(12'345), "12.3 µs");
  EXPECT_EQ(time_text(0.5), "0.500 ns");
  EXPECT_EQ(number_text(1048576), "1048576");
  EXPECT_EQ(percent(-0.0521), "-5.21 %");
}

}  // namespace
}  // namespace warpmark::gate
