#include "cli/text_table.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

namespace warpmark {
namespace {

TEST(text_table, aligns_words_left_and_numbers_right) {
  EXPECT_EQ(text_table({"name", "count"}, {{"a", "5"}, {"longer", "123456"}}),
            "name     count\n"
            "------  ------\n"
            "a            5\n"
            "longer  123456\n");
}

TEST(text_table, counts_columns_and_not_bytes) {
  EXPECT_EQ(text_table({"µs"}, {{"ä"}, {"bb"}}), "µs\n--\nä\nbb\n");
}

const std::vector<std::string> wide_header = {"variant", "global_load_sectors_per_op", "note"};
const std::vector<std::vector<std::string>> wide_rows = {
    {"reduce/tree_interleaved_divergent", "0.125", "a note that is rather long"},
    {"reduce/chunked", "1.5", "µs"}};

std::size_t widest_line(const std::string& table) {
  std::size_t widest = 0;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    const auto columns = std::count_if(line.begin(), line.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    });
    widest = std::max(widest, static_cast<std::size_t>(columns));
  }
  return widest;
}

TEST(text_table, breaks_headers_before_texts) {
  const std::string table = text_table(wide_header, wide_rows, 74);
  EXPECT_LE(widest_line(table), 74u);
  EXPECT_NE(table.find("a note that is rather long"), std::string::npos) << table;
  EXPECT_EQ(table.find("global_load_sectors"), std::string::npos) << table;
  EXPECT_EQ(table.find("…"), std::string::npos) << table;
}

TEST(text_table, breaks_the_longest_texts_and_no_number) {
  const std::string table = text_table(wide_header, wide_rows, 50);
  EXPECT_LE(widest_line(table), 50u);
  EXPECT_NE(table.find("0.125"), std::string::npos);
  std::string letters;
  for (const char letter : table)
    if (letter != ' ' && letter != '\n') letters += letter;
  for (const char* part : {"reduce/tree", "interleaved", "divergent", "anote", "rather", "long"})
    EXPECT_NE(letters.find(part), std::string::npos) << part << '\n' << table;
}

TEST(text_table, breaks_a_cell_within_its_column) {
  EXPECT_EQ(text_table({"config", "time"}, {{"block=256,items=16", "5"}}, 18),
            "config        time\n"
            "------------  ----\n"
            "block=256,       5\n"
            "items=16\n");
}

TEST(text_table, names_the_columns_that_it_leaves_out) {
  const std::string table = text_table(wide_header, wide_rows, 20);
  EXPECT_EQ(table.find("a note"), std::string::npos) << table;
  EXPECT_NE(table.find("(no room for: "), std::string::npos) << table;
  EXPECT_NE(table.find("note;"), std::string::npos) << table;
}

TEST(text_table, is_of_any_width_where_no_terminal_reads_it) {
  EXPECT_NE(text_table(wide_header, wide_rows, 0).find("global_load_sectors_per_op"),
            std::string::npos);
}

TEST(wrapped, breaks_at_spaces) {
  EXPECT_EQ(wrapped("one two three", 2, 9), "  one two\n  three\n");
}

}  // namespace
}  // namespace warpmark
