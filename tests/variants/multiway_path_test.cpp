// Merges of several runs along their path: stable, whatever their number and alignment, and wrong
// or found out with one planted fault each.

#include <string>

#include <gtest/gtest.h>

#include "kernels/embedded.hpp"
#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

const std::string multiway_kernel = "merge/multiway_path.cuh";

point multiway(const settings& problem_settings, const settings& config_settings) {
  const variant& variant = *built_in_registry().find_variant("merge/multiway_path");
  return {&variant, problem_of(variant, problem_settings), config_of(variant, config_settings)};
}

// Runs of 100 keys, the last of which is shorter, in tiles of 192 that begin anywhere.
settings of_runs(std::int64_t ways, std::int64_t offset) {
  return {{"n", std::int64_t{1789}}, {"run", std::int64_t{100}}, {"ways", ways},
          {"payload", "u32"},        {"dist", "few_distinct"},   {"offset", offset}};
}

settings small_tiles(const char* loads) {
  return {{"block", std::int64_t{64}}, {"items", std::int64_t{3}}, {"loads", loads}};
}

TEST(multiway_path, is_stable_for_any_number_of_runs_and_any_alignment) {
  std::vector<point> points;
  for (const char* loads : {"registers", "bulk"})
    for (const std::int64_t ways : {2, 3, 4, 8})
      for (const std::int64_t offset : {0, 1, 3})
        for (const char* type : {"f32", "i64"}) {
          settings of = of_runs(ways, offset);
          of.emplace_back("type", type);
          points.push_back(multiway(of, small_tiles(loads)));
        }
  for (const auto& result : interpret_all(points)) expect_ok(result);
}

TEST(multiway_path, has_the_predicted_barriers_where_tiles_are_full) {
  for (const char* loads : {"registers", "bulk"}) {
    const point point =
        multiway({{"n", std::int64_t{1536}}, {"run", std::int64_t{192}}}, small_tiles(loads));
    const auto held = expect_predicted_counters(*point.variant, interpret(point));
    EXPECT_TRUE(held.contains("block_barriers")) << point.key();
  }
}

TEST(multiway_path, sorts_with_every_number_of_ways) {
  const variant& variant = *built_in_registry().find_variant("sort/multiway_path");
  std::vector<point> points;
  for (const std::int64_t ways : {2, 3, 4, 8})
    for (const char* loads : {"registers", "bulk"})
      for (const char* dist : {"few_distinct", "reversed", "organ_pipe"})
        points.push_back(
            {&variant,
             problem_of(
                 variant,
                 {{"n", std::int64_t{9000}}, {"payload", "u32"}, {"type", "u64"}, {"dist", dist}}),
             config_of(variant, {{"block", std::int64_t{64}},
                                 {"items", std::int64_t{8}},
                                 {"ways", ways},
                                 {"loads", loads},
                                 {"sort_block", std::int64_t{64}},
                                 {"sort_items", std::int64_t{9}}})});
  for (const auto& result : interpret_all(points)) expect_ok(result);
}

measurement run_fault(const std::string& from, const std::string& to, const char* loads) {
  const std::string source = replaced(std::string(kernels::text(multiway_kernel)), from, to);
  return interpret_source(multiway(of_runs(4, 1), small_tiles(loads)), source);
}

TEST(multiway_path, a_planted_fault_is_wrong) {
  const std::pair<std::string, std::string> faults[] = {
      // Of equal keys, those of a later run are cut off first, or taken first.
      {"!(middle_key[r] < greatest_key)", "greatest_key < middle_key[r]"},
      {"head[r] < least", "!(least < head[r])"},
      // The keys before the middles are one too many.
      {"before < d ? least", "before <= d ? least"},
      // Payloads are taken from the slots of their keys.
      {"slot += payload_parts[r].slot - parts[r].slot;", ";"},
  };
  for (const auto& [from, to] : faults)
    EXPECT_EQ(name(run_fault(from, to, "bulk").status), "wrong") << to;
}

TEST(multiway_path, a_missing_wait_or_barrier_is_found) {
  EXPECT_NE(name(run_fault("bulk::wait(arrived, 0);", "", "bulk").status), "ok");
  const auto result = run_fault("  __syncthreads();\n  own.put(key, payload);",
                                "  own.put(key, payload);", "registers");
  EXPECT_TRUE(found(result, "shared_race")) << result.reason << result.log;
}

}  // namespace
}  // namespace warpmark::tests
