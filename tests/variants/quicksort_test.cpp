// The quicksort by ballots: right for inputs that are bad for quicksorts, with a bound on what
// equal keys cost, and wrong or found out with one planted fault each.

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

// Tiles of 128 keys: three thousand make several rounds.
const settings small_quicksort = {{"block", std::int64_t{64}}, {"items", std::int64_t{2}}};
constexpr std::int64_t count_of_keys = 3001;

point quicksort(const settings& problem_settings, settings config_settings = {}) {
  const variant& variant = *built_in_registry().find_variant("sort/quicksort_ballot");
  config_settings.insert(config_settings.begin(), small_quicksort.begin(), small_quicksort.end());
  settings with = {{"n", count_of_keys}};
  with.insert(with.end(), problem_settings.begin(), problem_settings.end());
  return {&variant, problem_of("sort", with), config_of(variant, config_settings)};
}

TEST(quicksort, is_right_for_every_distribution_of_keys) {
  std::vector<point> points;
  for (const auto& along : built_in_registry().find_family("sort")->axes)
    if (along.name == "dist")
      for (const auto& dist : along.values)
        points.push_back(quicksort({{"dist", dist}, {"payload", "u32"}}));
  ASSERT_GE(points.size(), 6u);
  for (const auto& result : interpret_all(points)) expect_ok(result);
}

TEST(quicksort, is_right_where_rounds_end_before_segments_are_short) {
  std::vector<point> points;
  for (const std::int64_t rounds : {1, 2})
    for (const char* dist : {"uniform", "few_distinct", "sorted"})
      points.push_back(quicksort({{"dist", dist}, {"payload", "u32"}}, {{"rounds", rounds}}));
  for (const auto& result : interpret_all(points)) expect_ok(result);
}

TEST(quicksort, votes_on_equal_keys_once) {
  const point point = quicksort({{"dist", "constant"}});
  const auto result = interpret(point);
  expect_ok(result);
  for (const auto& prediction : point.variant->predictions)
    if (prediction.metric == "votes") {
      const auto predicted = prediction.value(point.problem, point.config);
      ASSERT_TRUE(predicted.has_value());
      EXPECT_EQ(result.seen.counters.at("votes"), *predicted);
    }
  EXPECT_LT(result.seen.counters.at("global_store_sectors"), count_of_keys * 4 / 32 * 1.1);
}

measurement run_fault(const std::string& from, const std::string& to) {
  return interpret_source(
      quicksort({{"dist", "few_distinct"}, {"payload", "u32"}}),
      replaced(flattened("sort/quicksort_ballot.cuh", "sort/quicksort"), from, to));
}

TEST(quicksort, a_planted_fault_is_wrong) {
  const std::pair<const char*, const char*> faults[] = {
      // Keys equal to the pivot are counted twice.
      {"held[k].key > pivot", "held[k].key >= pivot"},
      // What follows a warp's chunk is counted as equal to the pivot.
      {"own.length - begin < chunk ?", "true ?"},
      // Payloads of equal keys are forgotten, or taken from another segment.
      {"filled.payload = aside_of", "aside_of"},
      {"round - 1)[own.aside + i]", "round - 1)[own.begin + i]"},
  };
  for (const auto& [from, to] : faults) EXPECT_EQ(name(run_fault(from, to).status), "wrong") << to;
}

TEST(quicksort, a_missing_fence_or_array_is_a_race) {
  const std::pair<const char*, const char*> faults[] = {
      {"__threadfence();  // the block's stores before the count", "//"},
      {"size_t(round % 2) * n", "size_t(0) * n"},
  };
  for (const auto& [from, to] : faults) {
    const auto result = run_fault(from, to);
    EXPECT_TRUE(found(result, "global_race")) << to << ": " << result.reason << result.log;
  }
}

}  // namespace
}  // namespace warpmark::tests
