#include "base/suggest.hpp"

#include <gtest/gtest.h>

namespace warpmark {
namespace {

TEST(edit_distance, counts_single_character_edits) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("block", "blok"), 1u);
  EXPECT_EQ(edit_distance("block", "bolck"), 1u);  // neighbours swapped
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(did_you_mean, names_the_nearest) {
  EXPECT_EQ(did_you_mean("blok", {"items", "block"}), " (did you mean 'block'?)");
}

TEST(did_you_mean, takes_a_part_for_the_whole) {
  EXPECT_EQ(did_you_mean("sequential", {"tree_sequential", "sequins"}),
            " (did you mean 'tree_sequential'?)");
}

TEST(did_you_mean, takes_a_misspelt_beginning_for_the_whole) {
  EXPECT_EQ(did_you_mean("reduce/shufle", {"reduce/chunked", "reduce/shuffle_two_level"}),
            " (did you mean 'reduce/shuffle_two_level'?)");
}

TEST(nearest, is_within_a_third_of_the_letters) {
  EXPECT_EQ(nearest("foo", {"cooperative", "loop", "copy", "two_pass"}), std::nullopt);
  EXPECT_EQ(nearest("copi", {"cooperative", "copy"}), "copy");
  EXPECT_EQ(nearest("cooperatve", {"cooperative", "copy"}), "cooperative");
  EXPECT_EQ(nearest("xy", {"ab"}), std::nullopt);
  EXPECT_EQ(nearest("anything", {}), std::nullopt);
}

TEST(nearest, takes_only_a_good_part_for_the_whole) {
  EXPECT_EQ(nearest("tree", {"tree_interleaved_compact"}), std::nullopt);
  EXPECT_EQ(nearest("compact", {"tree_compact"}), "tree_compact");
}

// Comparing each letter with each would take as many steps as both have together, squared.
TEST(nearest, is_nothing_of_a_text_of_megabytes) {
  EXPECT_EQ(nearest(std::string(8'000'000, 'a'), {"block", std::string(100, 'a')}), std::nullopt);
}

TEST(did_you_mean, compares_names_of_any_length) {
  const std::string name(1 << 20, 'x');
  EXPECT_EQ(did_you_mean(name, {"items", "block"}), " (there is items, block)");
  EXPECT_EQ(did_you_mean("blok", {name, "block"}), " (did you mean 'block'?)");
}

TEST(did_you_mean, lists_all_when_none_is_near) {
  EXPECT_EQ(did_you_mean("zzzzzz", {"items", "block"}), " (there is items, block)");
}

}  // namespace
}  // namespace warpmark
