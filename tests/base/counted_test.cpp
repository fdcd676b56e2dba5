#include "base/counted.hpp"

#include <gtest/gtest.h>

namespace warpmark {
namespace {

TEST(counted, has_the_singular_for_one_alone) {
  EXPECT_EQ(counted(1, "point"), "1 point");
  EXPECT_EQ(counted(0, "point"), "0 points");
  EXPECT_EQ(counted(21, "point"), "21 points");
}

}  // namespace
}  // namespace warpmark
