#include "base/input_limits.hpp"

#include <gtest/gtest.h>

#include "base/json_depth.hpp"
#include "base/usage_error.hpp"

namespace warpmark::input {
namespace {

TEST(sizes, are_read_with_their_units) {
  EXPECT_EQ(parse_size("--max-input", "17"), 17u);
  EXPECT_EQ(parse_size("--max-input", "4GiB"), 4 * gib);
  EXPECT_EQ(parse_size("--max-input", "1.5 mib"), 3 * mib / 2);
  EXPECT_EQ(parse_size("--max-input", "500 MB"), 500'000'000u);
}

TEST(sizes, that_are_none_are_refused) {
  for (const char* text :
       {"", "0", "-1", "many", "4G", "4GiBs", "nan", "inf", "1e30", "0.5", "2000000TiB"})
    try {
      parse_size("--max-input", text);
      ADD_FAILURE() << text;
    } catch (const usage_error& error) {
      EXPECT_EQ(error.what(), "--max-input '" + std::string(text) +
                                  "': expected a size above zero such as 500MiB or 4GiB");
    }
}

TEST(sizes, are_printed_in_the_largest_unit) {
  EXPECT_EQ(size_text(2 * gib), "2 GiB");
  EXPECT_EQ(size_text(3 * mib / 2), "1.5 MiB");
  EXPECT_EQ(size_text(17), "17 bytes");
}

std::string nested(int depth) {
  return "{\"a\":" + std::string(static_cast<std::size_t>(depth - 1), '[') +
         std::string(static_cast<std::size_t>(depth - 1), ']') + "}";
}

TEST(json_depth, is_bounded) {
  EXPECT_NO_THROW(require_shallow_json(nested(max_json_depth), "a.json"));
  EXPECT_THROW(require_shallow_json(nested(max_json_depth + 1), "a.json"), usage_error);
}

TEST(json_depth, does_not_count_what_is_quoted_or_side_by_side) {
  EXPECT_NO_THROW(require_shallow_json("\"" + std::string(1000, '[') + "\"", "a.json"));
  EXPECT_NO_THROW(require_shallow_json("\"\\\"" + std::string(1000, '{') + "\"", "a.json"));
  std::string list = "[";
  for (int i = 0; i < 1000; ++i) list += "[],";
  EXPECT_NO_THROW(require_shallow_json(list + "0]", "a.json"));
}

}  // namespace
}  // namespace warpmark::input
