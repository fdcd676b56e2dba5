#include "base/sha256.hpp"

#include <gtest/gtest.h>

namespace warpmark::compiler {
namespace {

TEST(sha256, of_nothing_is_the_published_value) {
  EXPECT_EQ(sha256().hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(sha256, tells_where_fields_end) {
  EXPECT_NE(sha256().field("ab").field("c").hex(), sha256().field("a").field("bc").hex());
  EXPECT_NE(sha256().field("").hex(), sha256().hex());
  EXPECT_EQ(sha256().field("ab").hex(), sha256().field("ab").hex());
}

}  // namespace
}  // namespace warpmark::compiler
