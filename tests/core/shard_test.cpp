#include "bench/core/shard.hpp"

#include <cstdlib>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/core/shard_points.hpp"
#include "bench/core/sweep_plan.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

std::string refusal(const std::string& text) {
  try {
    parse_shard(text);
  } catch (const usage_error& error) {
    return error.what();
  }
  return "";
}

class array_task : public ::testing::Test {
 protected:
  void set(const char* name, const char* value) { setenv(name, value, 1); }
  void TearDown() override {
    for (const char* name :
         {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT"})
      unsetenv(name);
  }
};

TEST(shard, is_read) {
  EXPECT_EQ(parse_shard("3/16"), (shard{3, 16}));
  EXPECT_EQ(parse_shard("1/1").text(), "1/1");
}

TEST(shard, names_what_is_wrong) {
  EXPECT_NE(refusal("0/4").find("there is no shard 0; expected 1 to 4"), std::string::npos);
  EXPECT_NE(refusal("17/16").find("there is no shard 17; expected 1 to 16"), std::string::npos);
  EXPECT_NE(refusal("1/0").find("'0' is no number of shards"), std::string::npos);
  EXPECT_NE(refusal("1/1000001").find("expected 1 to 1000000"), std::string::npos);
  for (const char* text : {"", "3", "x", "3/", "/3", "-1/3", "1/3x", " 1/3"})
    EXPECT_NE(refusal(text).find("--shard"), std::string::npos) << text;
  EXPECT_NE(refusal("auto").find("SLURM_ARRAY_TASK_ID is not set"), std::string::npos);
}

TEST_F(array_task, is_numbered_from_the_first) {
  set("SLURM_ARRAY_TASK_ID", "12");
  EXPECT_NE(refusal("auto").find("SLURM_ARRAY_TASK_COUNT is not set"), std::string::npos);
  set("SLURM_ARRAY_TASK_MIN", "10");
  set("SLURM_ARRAY_TASK_COUNT", "4");
  EXPECT_EQ(parse_shard("auto"), (shard{3, 4}));
}

TEST_F(array_task, may_be_one_of_a_few_missing_ones) {
  set("SLURM_ARRAY_TASK_ID", "12");
  EXPECT_EQ(parse_shard("auto/16"), (shard{12, 16}));
  EXPECT_NE(refusal("auto/8").find("there is no shard 12"), std::string::npos);
  set("SLURM_ARRAY_TASK_ID", "twelve");
  EXPECT_NE(refusal("auto/16").find("is 'twelve'; expected a number"), std::string::npos);
}

// Journals of different versions are merged, so these must never change.
TEST(shard, of_a_problem_is_the_same_in_every_version) {
  EXPECT_EQ(shard_of("reduce[type=i32,n=1024,op=sum,dist=uniform]", 16), 8);
  EXPECT_EQ(shard_of("scan[type=f32,n=1048576]", 1000), 15);
}

TEST(shard, has_about_as_many_problems_as_the_others) {
  constexpr int problems = 16'000, shards = 16;
  std::map<std::uint64_t, int> sizes;
  for (int n = 0; n < problems; ++n)
    ++sizes[shard_of("reduce[n=" + std::to_string(n) + "]", shards)];
  ASSERT_EQ(sizes.size(), shards);
  // Five standard deviations of a binomial distribution, sqrt(16000 / 16 * 15 / 16).
  for (const auto& [index, size] : sizes) EXPECT_NEAR(size, problems / shards, 153) << index;
}

std::unique_ptr<const planned_points> planned(const std::string& pattern) {
  const selection all{.patterns = {pattern}, .problem = {}, .config = {}, .backend = "simt"};
  return std::make_unique<sweep_plan>(built_in_registry(), all, device_limits{});
}

TEST(shard_points, of_all_shards_are_the_plan) {
  const auto whole = planned("reduce");
  std::set<std::string> keys;
  std::map<std::string, std::uint64_t> shard_of_problem;
  std::uint64_t sum = 0;
  for (std::uint64_t i = 1; i <= 5; ++i) {
    const shard_points part(planned("reduce"), {i, 5});
    const auto is_member = part.membership();
    std::uint64_t seen = 0;
    std::map<const variant*, std::uint64_t> by_variant;
    for_each_point(part, [&](const point& point) {
      ++seen;
      ++by_variant[point.variant];
      EXPECT_TRUE(keys.insert(point.key()).second) << point.key();
      EXPECT_EQ(shard_of_problem.try_emplace(point.problem_key(), i).first->second, i);
      EXPECT_TRUE(is_member(point.key()));
    });
    EXPECT_EQ(part.count(), seen);
    std::uint64_t others = 0;
    for_each_point(*whole, [&](const point& point) { others += !is_member(point.key()); });
    EXPECT_EQ(others, whole->count() - seen);
    for (const auto& [variant, count] : part.count_by_variant())
      EXPECT_EQ(by_variant[variant], count);
    sum += seen;
  }
  EXPECT_EQ(sum, whole->count());
}

TEST(shard_points, stay_where_they_are_when_a_variant_is_added) {
  const shard_points few(planned("reduce/tree_sequential"), {2, 5});
  const auto is_member = shard_points(planned("reduce"), {2, 5}).membership();
  for_each_point(few, [&](const point& point) { EXPECT_TRUE(is_member(point.key())); });
}

}  // namespace
}  // namespace warpmark
