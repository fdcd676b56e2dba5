#include "cli/run/bar_chart.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace warpmark {
namespace {

TEST(bar_chart, draws_eighths_of_a_column_relative_to_the_largest) {
  EXPECT_EQ(bar_chart("speed", {{"a", 2.0, "1.00"}, {"long", 1.0, "0.50"}, {"c", 0.25, "0.12"}}, 4),
            "speed\n"
            "a     ████  1.00\n"
            "long  ██    0.50\n"
            "c     ▌     0.12\n");
}

TEST(bar_chart, shows_something_of_the_smallest_and_nothing_of_nothing) {
  EXPECT_EQ(bar_chart("speed", {{"a", 1e6, "1"}, {"b", 1, "2"}, {"c", 0, "3"}}, 2),
            "speed\na  ██  1\nb  ▏   2\nc      3\n");
}

TEST(bar_chart, sparklines_share_a_logarithmic_scale_with_gaps) {
  const std::vector<bar> bars = {{"a", 1, "1", {1, std::nan(""), 128}}, {"b", 1, "1", {2, 4, 0}}};
  EXPECT_EQ(bar_chart("by n", bars, 1), "by n\na  █  1  ▁ █\nb  █  1  ▂▃\n");
}

TEST(bar_chart, equal_values_and_a_single_bar_are_no_reason_to_stop) {
  EXPECT_EQ(bar_chart("x", {{"a", 0, "0", {3}}, {"b", 0, "0", {3}}}, 1),
            "x\na     0  █\nb     0  █\n");
  EXPECT_EQ(bar_chart("x", {{"a", 1, "1"}}), "");
}

}  // namespace
}  // namespace warpmark
