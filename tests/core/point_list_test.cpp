#include "bench/core/point_list.hpp"

#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "tests/refusal.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

sweep read(const std::string& text) {
  std::istringstream lines(text);
  return read_points(built_in_registry(), lines, "list.txt", device_limits{});
}

std::string list_refusal(const std::string& text) {
  return refusal([&] { read(text); });
}

TEST(point_list, reads_back_the_keys_of_a_sweep) {
  const sweep swept = make_sweep(built_in_registry(),
                                 {.patterns = {"reduce/strided"},
                                  .problem = {{"n", "1000,5"}},
                                  .config = {{"block", "64,128"}, {"unroll", "1,2"}}},
                                 device_limits{});
  std::string text;
  for (const auto& point : swept.points) text += point.key() + "\n";
  const sweep found = read(text);
  ASSERT_EQ(found.points.size(), 8u);
  std::set<std::string> before, after;
  for (const auto& point : swept.points) before.insert(point.key());
  for (const auto& point : found.points) after.insert(point.key());
  EXPECT_EQ(before, after);
}

TEST(point_list, fills_what_is_left_out_with_the_base) {
  const sweep found = read("# all of it\n\n  reduce/strided[n=7][]  # one\n");
  ASSERT_EQ(found.points.size(), 1u);
  EXPECT_EQ(found.points[0].problem.integer("n"), 7);
  EXPECT_EQ(found.points[0].problem.text("type"), "i32");
  EXPECT_TRUE(found.points[0].is_base());
}

TEST(point_list, brings_points_of_one_problem_together) {
  const sweep found = read(
      "reduce/strided[n=7][]\nreduce/strided[n=8][]\nreduce/chunked[n=7][]\n"
      "reduce/chunked[n=8][]\n");
  ASSERT_EQ(found.points.size(), 4u);
  EXPECT_EQ(found.points[0].problem.integer("n"), found.points[1].problem.integer("n"));
  EXPECT_EQ(found.points[0].variant->name, "strided");
}

TEST(point_list, names_the_line_and_what_is_wrong_with_it) {
  EXPECT_NE(list_refusal("reduce/strided[n=7][]\nreduce/strided\n")
                .find("list.txt:2: 'reduce/strided': expected family/variant["),
            std::string::npos);
  EXPECT_NE(list_refusal("reduce/stridden[n=7][]").find("reduce/strided"), std::string::npos);
  EXPECT_NE(list_refusal("reduce/*[n=7][]").find("is not a single variant"), std::string::npos);
  EXPECT_NE(list_refusal("reduce/strided[n][]").find("'n' has no value: expected family/"),
            std::string::npos);
  EXPECT_NE(list_refusal("reduce/strided[m=7][]").find("no axis 'm'"), std::string::npos);
  EXPECT_NE(list_refusal("reduce/strided[n=7][block=33]").find("block=33: the value must be"),
            std::string::npos);
  EXPECT_NE(list_refusal("reduce/strided[n=1..9:1][]").find("one value per axis"),
            std::string::npos);
  EXPECT_NE(list_refusal("reduce/strided[type=f64][vector=4]").find("at most 16 bytes"),
            std::string::npos);
  EXPECT_NE(list_refusal("reduce/strided[n=7][]\nreduce/strided[n=7][]").find("duplicate point"),
            std::string::npos);
  EXPECT_NE(list_refusal("# nothing\n").find("has no points"), std::string::npos);
}

}  // namespace
}  // namespace warpmark
