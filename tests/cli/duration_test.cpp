#include "cli/duration.hpp"

#include <gtest/gtest.h>

#include "base/usage_error.hpp"

namespace warpmark {
namespace {

TEST(duration, reads_units) {
  EXPECT_DOUBLE_EQ(parse_duration_seconds("--budget", "500ms"), 0.5);
  EXPECT_DOUBLE_EQ(parse_duration_seconds("--budget", "60s"), 60);
  EXPECT_DOUBLE_EQ(parse_duration_seconds("--budget", "1.5min"), 90);
  EXPECT_DOUBLE_EQ(parse_duration_seconds("--budget", "2h"), 7200);
  EXPECT_DOUBLE_EQ(parse_duration_seconds("--budget", "7"), 7);
}

TEST(duration, refuses_everything_else) {
  for (const char* text : {"", "s", "0s", "-1s", "60 s", "60x", "infs", "nan", "1e999s"})
    EXPECT_THROW(parse_duration_seconds("--budget", text), usage_error) << text;
}

}  // namespace
}  // namespace warpmark
