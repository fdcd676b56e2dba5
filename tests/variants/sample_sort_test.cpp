// The sample sort: right whatever the lengths of buckets and the shares of blocks, equal keys are
// moved once, and a planted fault is wrong or found out.

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/embedded.hpp"
#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

// Tiles of 192 keys, and 8 buckets of many tiles at most.
const settings tiles_of_192 = {{"block", std::int64_t{64}},
                               {"items", std::int64_t{3}},
                               {"buckets", std::int64_t{8}},
                               {"split_items", std::int64_t{2}},
                               {"blocks_per_sm", std::int64_t{2}}};
constexpr std::int64_t sampled_keys = 5003;

point sample_sort(const settings& problem_settings, const settings& config_settings = {}) {
  const variant& variant = *built_in_registry().find_variant("sort/sample_sort");
  settings with = {{"n", sampled_keys}}, tiles = tiles_of_192;
  with.insert(with.end(), problem_settings.begin(), problem_settings.end());
  tiles.insert(tiles.end(), config_settings.begin(), config_settings.end());
  return {&variant, problem_of("sort", with), config_of(variant, tiles)};
}

std::vector<point> sorts_of_every_distribution(const settings& config_settings) {
  std::vector<point> points;
  for (const auto& along : built_in_registry().find_family("sort")->axes)
    if (along.name == "dist")
      for (const auto& dist : along.values)
        points.push_back(sample_sort(
            {{"dist", dist}, {"type", "u64"}, {"payload", "u32"}, {"offset", std::int64_t{1}}},
            config_settings));
  return points;
}

TEST(sample_sort, is_right_for_every_distribution_of_keys) {
  for (const std::int64_t buckets : {4, 8, 64}) {
    const auto points = sorts_of_every_distribution({{"buckets", buckets}});
    ASSERT_GE(points.size(), 6u);
    for (const auto& result : interpret_all(points)) {
      expect_ok(result);
      EXPECT_EQ(expect_predicted_counters(*result.point.variant, result).size(), 3u);
    }
  }
}

// Around the sizes of one tile, of whole tiles and of one more pass.
TEST(sample_sort, is_right_around_the_sizes_of_tiles) {
  std::vector<point> points;
  for (const std::int64_t n : {0, 1, 191, 192, 193, 383, 384, 385, 1536, 1537})
    points.push_back(sample_sort({{"n", n}, {"payload", "u32"}, {"dist", "few_distinct"}}));
  for (const auto& result : interpret_all(points)) {
    expect_ok(result);
    expect_predicted_counters(*result.point.variant, result);
  }
}

// More buckets than the block that distributes, and the one that lists them, have threads.
TEST(sample_sort, is_right_for_more_buckets_than_threads) {
  const auto result = interpret(
      sample_sort({{"n", std::int64_t{50'000}}, {"payload", "u32"}, {"dist", "few_distinct"}},
                  {{"items", std::int64_t{1}}, {"buckets", std::int64_t{2048}}}));
  expect_ok(result);
  expect_predicted_counters(*result.point.variant, result);
}

TEST(sample_sort, moves_equal_keys_once) {
  const auto result = interpret(sample_sort({{"dist", "constant"}, {"n", std::int64_t{40'000}}},
                                            {{"oversampling", std::int64_t{1}}}));
  expect_ok(result);
  // Of four bytes each, and the counts of buckets.
  EXPECT_LT(result.seen.counters.at("global_store_sectors"), 40'000 * 4 / 32 * 1.6);
}

// The kernels of all files in one, on a card whose blocks have several tiles each.
measurement run_sample_sort(const std::string& from, const std::string& to, const char* dist) {
  const std::string tree = "#include \"sort/sample_tree.cuh\"\n";
  const auto text = [&](const char* file) {
    return replaced(std::string(kernels::text(file)), tree, "");
  };
  const std::string source =
      "#include \"sort/hybrid_split.cuh\"\n#include \"sort/radix_reduce_then_scan.cuh\"\n"
      "#include \"merge/merge_path.cuh\"\n" +
      std::string(kernels::text("sort/sample_tree.cuh")) + text("sort/sample_split.cuh") +
      text("sort/sample_sort.cuh");
  return interpret_source(sample_sort({{"dist", dist}, {"payload", "u32"}}),
                          replaced(source, from, to), {.multiprocessors = 1});
}

TEST(sample_sort, is_right_where_blocks_have_several_tiles) {
  for (const char* dist : {"few_distinct", "uniform"}) expect_ok(run_sample_sort("", "", dist));
}

TEST(sample_sort, a_planted_fault_is_wrong) {
  struct fault {
    const char *from, *to, *dist;
  };
  const fault faults[] = {
      // The last bucket, of all keys above the last splitter, counts as one of equal keys.
      {"bucket + 1 < buckets && ", "", "uniform"},
      // Keys of equal buckets do not reach the output, or their payloads do not.
      {"(is_final ? output : between)[to]", "between[to]", "few_distinct"},
      {"(is_final ? output_payload : between_payload)[to]", "between_payload[to]", "few_distinct"},
      // A warp's equal keys change their order, or share a slot.
      {"(1u << lane) - 1", "~((2u << lane) - 1)", "few_distinct"},
      {"before + __popc(equal);\n", "before + 1;\n", "few_distinct"},
      // The second tile of a share begins where the first one did.
      {"shared.next[b] += slot - begin;", "", "uniform"},
      // Passes begin in the wrong array.
      {"merge_passes(at.tiles) % 2 == 1", "false", "uniform"},
      // The last pass of the longest bucket is left out.
      {"passes() <= pass", "passes() <= pass + 1", "uniform"},
  };
  for (const auto& [from, to, dist] : faults)
    EXPECT_NE(name(run_sample_sort(from, to, dist).status), "ok") << from;
}

TEST(sample_sort, a_missing_barrier_is_a_race) {
  const std::pair<const char*, const char*> faults[] = {
      {"own.rank_in_warp(shared, present);\n    __syncthreads();",
       "own.rank_in_warp(shared, present);"},
      {"own.put_in_order(shared, present);\n    __syncthreads();",
       "own.put_in_order(shared, present);"},
      {"__syncthreads();  // `found`", "//"},
  };
  for (const auto& [from, to] : faults) {
    const auto result = run_sample_sort(from, to, "uniform");
    EXPECT_TRUE(found(result, "shared_race")) << from << ": " << result.reason << result.log;
  }
}

}  // namespace
}  // namespace warpmark::tests
