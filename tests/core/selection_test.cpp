#include "bench/core/selection.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "tests/refusal.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

std::string sweep_refusal(const selection& selection) {
  return refusal([&] { make_sweep(built_in_registry(), selection, device_limits{}); });
}

TEST(registry, every_file_is_registered_once) {
  std::size_t files = 0;
  for (const auto& family : built_in_registry().families())
    for (const auto& entry :
         std::filesystem::directory_iterator(WARPMARK_SOURCE_DIR "/variants/" + family.name))
      if (entry.path().extension() == ".cpp" && entry.path().stem() != "family") ++files;
  std::set<std::string> paths;
  for (const auto& variant : built_in_registry().variants())
    EXPECT_TRUE(paths.insert(variant.path()).second);
  EXPECT_EQ(paths.size(), files);
}

TEST(registry, every_variant_is_documented) {
  for (const auto& variant : built_in_registry().variants()) {
    EXPECT_GT(variant.summary.size(), 80u) << variant.path();
    EXPECT_FALSE(variant.source.empty()) << variant.path();
    EXPECT_FALSE(variant.costs.bytes.empty()) << variant.path();
    for (const auto& along : variant.axes)
      EXPECT_EQ(along.value_error(along.base), "") << along.name;
  }
}

TEST(registry, constraints_mention_only_values_that_the_variant_has) {
  const std::regex setting("([a-z_]+)=([a-z_]+)\\b");
  for (const auto& variant : built_in_registry().variants()) {
    auto axes = variant.axes;
    for (const auto& along : variant.problem_axes()) axes.push_back(along);
    for (const auto& rule : variant.constraints)
      for (std::sregex_iterator found(rule.reason.begin(), rule.reason.end(), setting), end;
           found != end; ++found)
        EXPECT_TRUE(std::any_of(axes.begin(), axes.end(),
                                [&](const axis& along) {
                                  return along.name == (*found)[1] &&
                                         along.value_error((*found)[2].str()).empty();
                                }))
            << variant.path() << ": " << rule.reason;
  }
}

TEST(sweep, keys_are_unique) {
  const auto planned = make_sweep(built_in_registry(), {}, device_limits{});
  std::set<std::string> keys;
  for (const auto& point : planned.points)
    EXPECT_TRUE(keys.insert(point.key()).second) << point.key();
}

TEST(sweep, key_is_canonical) {
  const auto planned = make_sweep(built_in_registry(),
                                  {.patterns = {"reduce/tree_sequential"},
                                   .problem = {{"n", "1024"}, {"type", "i32"}},
                                   .config = {{"items", "4"}, {"block", "256"}}},
                                  device_limits{});
  ASSERT_EQ(planned.points.size(), 1u);
  EXPECT_EQ(
      planned.points.front().key(),
      "reduce/"
      "tree_sequential[type=i32,n=1024,op=sum,dist=uniform,offset=0][block=256,items=4,pdl=off]");
  EXPECT_FALSE(planned.points.front().is_base());
}

TEST(sweep, patterns) {
  std::vector<std::string> families;
  for (const auto& family : built_in_registry().families()) families.push_back(family.name);
  EXPECT_EQ(select_variants(built_in_registry(), families).size(),
            built_in_registry().variants().size());
  EXPECT_LT(select_variants(built_in_registry(), {"reduce"}).size(),
            built_in_registry().variants().size());
  std::set<std::string> trees, selected;
  for (const auto& variant : built_in_registry().variants())
    if (variant.path().starts_with("reduce/tree_")) trees.insert(variant.path());
  for (const auto* variant : select_variants(built_in_registry(), {"reduce/tree_*"}))
    selected.insert(variant->path());
  EXPECT_FALSE(trees.empty());
  EXPECT_EQ(selected, trees);
  EXPECT_EQ(
      select_variants(built_in_registry(), {"tree_sequential", "reduce/tree_sequential"}).size(),
      1u);
}

TEST(sweep, walks_block_sizes_by_default) {
  const auto planned =
      make_sweep(built_in_registry(), {.patterns = {"tree_sequential"}, .problem = {{"n", "1024"}}},
                 device_limits{});
  EXPECT_EQ(planned.points.size(), 6u);
}

TEST(sweep, constraints_prune_with_their_reason) {
  const auto planned = make_sweep(built_in_registry(),
                                  {.patterns = {"strided"},
                                   .problem = {{"n", "1024"}, {"type", "f64"}},
                                   .config = {{"vector", "all"}, {"block", "256"}}},
                                  device_limits{});
  EXPECT_EQ(planned.points.size(), 2u);
  ASSERT_EQ(planned.pruned.size(), 1u);
  EXPECT_NE(planned.pruned.begin()->first.find("16 bytes"), std::string::npos);
}

TEST(sweep, a_level_of_determinism_prunes_variants_by_problem) {
  const selection selection{
      .patterns = {"reduce/block_atomic", "reduce/strided", "reduce/tree_sequential"},
      .problem = {{"n", "1024"}, {"type", "i32,f32"}},
      .config = {{"block", "256"}},
      .deterministic = determinism::run_to_run};
  const auto planned = make_sweep(built_in_registry(), selection, device_limits{});
  std::map<std::string, int> points;
  for (const auto& point : planned.points) {
    EXPECT_GE(determinism_of(*point.variant, point.problem), determinism::run_to_run);
    ++points[point.variant->name + " " + point.problem.text("type")];
  }
  EXPECT_EQ(points, (std::map<std::string, int>{{"block_atomic i32", 1},
                                                {"strided i32", 1},
                                                {"strided f32", 1},
                                                {"tree_sequential i32", 1},
                                                {"tree_sequential f32", 1}}));
  EXPECT_EQ(planned.pruned,
            (std::map<std::string, std::uint64_t>{
                {"reduce/block_atomic: its results are reproducible at level none, below "
                 "--deterministic run",
                 1}}));
  std::map<std::string, std::uint64_t> pruned;
  EXPECT_EQ(make_choices(built_in_registry(), selection, pruned).size(), 5u);
  EXPECT_EQ(pruned, planned.pruned);
}

TEST(sweep, without_a_variant_of_that_level_says_so) {
  const selection selection{.patterns = {"reduce/block_atomic"},
                            .problem = {{"n", "1024"}, {"type", "f32"}},
                            .deterministic = determinism::gpu_to_gpu};
  EXPECT_EQ(
      sweep_refusal(selection),
      "--deterministic card: no selected variant has that level; reduce/block_atomic has none "
      "(type=f32,op=sum)");
  struct selection wider = selection;
  wider.patterns.emplace_back("reduce/strided");
  EXPECT_EQ(sweep_refusal(wider),
            "--deterministic card: no selected variant has that level; reduce/strided has run "
            "(type=f32,op=sum)");
  const struct selection constrained {
    .patterns = {"reduce/strided"}, .problem = {{"n", "1024"}, {"type", "f64"}},
    .config = {{"vector", "4"}}, .deterministic = determinism::run_to_run
  };
  EXPECT_SAYS(sweep_refusal(constrained), "the constraints exclude all points");
}

TEST(sweep, a_value_that_only_some_variants_admit_prunes_the_others) {
  const auto planned =
      make_sweep(built_in_registry(), {.problem = {{"n", "1024"}}, .config = {{"block", "96"}}},
                 device_limits{});
  EXPECT_FALSE(planned.points.empty());
  EXPECT_FALSE(planned.pruned.empty());
}

TEST(sweep, errors_name_families_before_variants_and_nothing_that_is_far) {
  EXPECT_EQ(sweep_refusal({.patterns = {"redcue"}}),
            "unknown family or variant 'redcue'; did you mean 'reduce'?");
  EXPECT_EQ(sweep_refusal({.patterns = {"foo"}}),
            "unknown family or variant 'foo'; `warpmark list` shows all");
}

TEST(sweep, errors_name_the_nearest) {
  EXPECT_NE(sweep_refusal({.patterns = {"reduce/tree_sequental"}}).find("'reduce/tree_sequential'"),
            std::string::npos);
  EXPECT_NE(sweep_refusal({.problem = {{"tpye", "i32"}}}).find("did you mean 'type'"),
            std::string::npos);
  EXPECT_NE(sweep_refusal({.problem = {{"type", "i23"}}}).find("one of i8, u8"), std::string::npos);
  EXPECT_NE(sweep_refusal({.config = {{"block", "4096"}}}).find("from 32 to 1024"),
            std::string::npos);
  EXPECT_NE(sweep_refusal({.config = {{"blok", "64"}}}).find("did you mean 'block'"),
            std::string::npos);
  EXPECT_NE(sweep_refusal({.problem = {{"n", "1"}, {"n", "2"}}}).find("given twice"),
            std::string::npos);
}

}  // namespace
}  // namespace warpmark
