#include "cli/text_table.hpp"

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

TEST(wrapped, breaks_at_spaces) {
  EXPECT_EQ(wrapped("one two three", 2, 9), "  one two\n  three\n");
}

}  // namespace
}  // namespace warpmark
