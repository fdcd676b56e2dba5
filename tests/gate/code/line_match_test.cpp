// Lines of two versions of a text, matched.

#include "ci/gate/sides/line_match.hpp"

#include <gtest/gtest.h>

#include "ci/gate/sides/changed_places.hpp"

namespace warpmark::gate {
namespace {

TEST(line_match, equal_texts_have_no_change) {
  const auto found = match_lines({"a", "b"}, {"a", "b"});
  EXPECT_EQ(found.head_of, (std::vector<int>{1, 2}));
  EXPECT_EQ(found.first_changed, 0);
}

TEST(line_match, lines_move_with_what_is_put_in_front_of_them) {
  const auto found = match_lines({"a", "b", "c"}, {"a", "x", "y", "b", "c"});
  EXPECT_EQ(found.head_of, (std::vector<int>{1, 4, 5}));
  EXPECT_EQ(found.first_changed, 2);
}

TEST(line_match, replaced_lines_are_matched_with_those_in_their_place) {
  const auto found = match_lines({"a", "b", "c", "d"}, {"a", "B", "d"});
  EXPECT_EQ(found.head_of, (std::vector<int>{1, 2, 0, 3}));
  EXPECT_EQ(found.first_changed, 2);
}

TEST(line_match, several_changes_keep_what_is_between_them) {
  const auto found =
      match_lines({"a", "b", "c", "d", "e", "f"}, {"a", "B", "c", "n", "d", "e", "F"});
  EXPECT_EQ(found.head_of, (std::vector<int>{1, 2, 3, 5, 6, 7}));
  EXPECT_EQ(found.first_changed, 2);
}

TEST(line_match, ends_and_empty_texts) {
  EXPECT_EQ(match_lines({"a", "b"}, {"a"}).first_changed, 1);
  EXPECT_EQ(match_lines({"a"}, {"a", "b"}).first_changed, 2);
  EXPECT_EQ(match_lines({"a"}, {}).first_changed, 1);
  EXPECT_EQ(match_lines({}, {"a"}).first_changed, 1);
  EXPECT_EQ(match_lines({}, {}).first_changed, 0);
}

TEST(line_match, what_is_too_large_counts_as_replaced) {
  std::vector<std::string> base(3000, "a"), head(3000, "b");
  base[10] = head[20] = "c";
  const auto found = match_lines(base, head);
  EXPECT_EQ(found.head_of[10], 11);
  EXPECT_EQ(found.head_of[2999], 3000);
}

TEST(definition_line, is_that_of_the_name_behind_global) {
  const std::string text =
      "template <int n>\n__device__ int sum(int);\ntemplate <class T>\n__global__ void\n"
      "    __launch_bounds__(64) sum(T* in) {\n  sum(1);\n}\n__global__ void sums(int) {}\n";
  EXPECT_EQ(definition_line(text, "a::sum<int, b::c<8>>"), 5);
  EXPECT_EQ(definition_line(text, "sums"), 8);
  EXPECT_EQ(definition_line(text, "su"), 0);
  EXPECT_EQ(definition_line("", "sum"), 0);
}

}  // namespace
}  // namespace warpmark::gate
