#include "base/compressed_block.hpp"

#include <gtest/gtest.h>

namespace warpmark::compression {
namespace {

std::optional<std::string> lz4(std::string_view block, std::size_t size) {
  return decompress_lz4_block({block.data(), block.size()}, size);
}

// By the format's document: a token with the numbers of literals and of matched bytes less four,
// the literals, the offset of the match.
TEST(compressed_block, lz4_copies_literals_and_matches) {
  using namespace std::string_view_literals;
  EXPECT_EQ(lz4("\x30"
                "abc"sv,
                3),
            "abc");
  EXPECT_EQ(lz4("\x31"
                "abc"
                "\x03\x00"
                "\x10"
                "x"sv,
                9),
            "abcabcabx")
      << "it overlaps itself";
  const std::string long_literal = "\xf0\x05" + std::string(20, 'z');
  EXPECT_EQ(lz4(long_literal, 20), std::string(20, 'z'));
}

TEST(compressed_block, damaged_lz4_is_refused) {
  using namespace std::string_view_literals;
  EXPECT_FALSE(
      lz4("\x30"
          "ab"sv,
          3))
      << "cut off";
  EXPECT_FALSE(
      lz4("\x30"
          "abc"sv,
          4))
      << "another size";
  EXPECT_FALSE(
      lz4("\x30"
          "abc"sv,
          2))
      << "larger than it should be";
  EXPECT_FALSE(
      lz4("\x31"
          "abc"
          "\x04\x00"sv,
          8))
      << "a match before the begin";
  EXPECT_FALSE(
      lz4("\x31"
          "abc"
          "\x00\x00"sv,
          8))
      << "a match of itself";
  EXPECT_FALSE(lz4("\xf0\xff\xff"sv, 600)) << "a length without an end";
}

TEST(compressed_block, damaged_zstd_is_refused) {
  using namespace std::string_view_literals;
  const std::string_view text = "no frame"sv;
  EXPECT_FALSE(decompress_zstd({text.data(), text.size()}, 8));
}

}  // namespace
}  // namespace warpmark::compression
