#include "bench/core/suggest.hpp"

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

TEST(did_you_mean, lists_all_when_none_is_near) {
  EXPECT_EQ(did_you_mean("zzzzzz", {"items", "block"}), " (there is items, block)");
}

}  // namespace
}  // namespace warpmark
