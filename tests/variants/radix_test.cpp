// Radix sorts: stable however digits are matched, right where tiles look far back, and wrong or
// found out with one planted fault each.

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "kernels/embedded.hpp"
#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

// 40 tiles, the last of which is ragged.
const settings of_40_tiles = {{"n", std::int64_t{39 * 512 + 5}}, {"payload", "u32"}};
const settings small_onesweep = {{"block", std::int64_t{128}}, {"items", std::int64_t{4}}};

point onesweep(const settings& problem_settings, const settings& config_settings) {
  const variant& variant = *built_in_registry().find_variant("sort/radix_onesweep");
  return {&variant, problem_of("sort", problem_settings), config_of(variant, config_settings)};
}

struct planted_sort {
  std::string file, from, to;
};

const std::string passes = "sort/radix_onesweep.cuh";

// The kernels of the sort with one piece of text replaced, and held up before `before`.
std::string source_of(const planted_sort& planted, const std::string& before,
                      const std::string& hold) {
  std::string source =
      std::string(kernels::text(passes)) + "#include \"sort/radix_histogram.cuh\"\n";
  source = replaced(std::move(source), before, hold + before);
  if (planted.file == passes) return replaced(std::move(source), planted.from, planted.to);
  return replaced(std::move(source), fmt::format("#include \"{}\"", planted.file),
                  replaced(std::string(kernels::text(planted.file)), planted.from, planted.to));
}

measurement run_fault(const planted_sort& planted) {
  return interpret_source(onesweep(of_40_tiles, small_onesweep), source_of(planted, "", ""));
}

// Blocks run one after another on the interpreter, as long as none waits. So that tiles look at
// others on the way, as on a card, `index` waits until tile `until` has told something.
std::string hold_up(const std::string& which, const std::string& until) {
  return fmt::format(
      "if ({}) while ((*(volatile Word*)(words + ({}) * radix_digits + tile_type::digit(e)) >> 30) "
      "== "
      "byte % 2 * 2) __nanosleep(1);\n",
      which, until);
}

// Every tile knows late where its keys end: later tiles look over 20 tiles.
measurement run_late_ends(const planted_sort& planted) {
  return interpret_source(
      onesweep(of_40_tiles, small_onesweep),
      source_of(planted, "statuses.publish_inclusive(index, tile_type::digit(e), begin[e] + ",
                hold_up("index + 20 < gridDim.x", "index + 20")));
}

// One tile has told nothing yet when later tiles look.
measurement run_late_tile(const planted_sort& planted) {
  return interpret_source(
      onesweep(of_40_tiles, small_onesweep),
      source_of(planted, "if (index == 0)\n        statuses", hold_up("index == 20", "30")));
}

TEST(radix, is_stable_with_every_matching_where_few_keys_are_distinct) {
  std::vector<point> points;
  for (const char* matching : {"ballot", "instruction", "table"})
    for (const char* dist : {"few_distinct", "constant"})
      points.push_back(onesweep(
          {{"n", std::int64_t{5003}}, {"payload", "u32"}, {"dist", dist}},
          {{"block", std::int64_t{128}}, {"items", std::int64_t{8}}, {"matching", matching}}));
  for (const auto& result : interpret_all(points)) expect_ok(result);
}

TEST(radix, is_stable_however_pairs_move) {
  std::vector<point> points;
  for (const char* pairs : {"together", "early", "late", "packed", "gathered"})
    for (const char* type : {"f32", "i64"})
      for (const char* counting : {"first", "ranking"})
        for (const std::int64_t offset : {0, 1}) {
          const point point = onesweep({{"n", std::int64_t{5003}},
                                        {"payload", "u32"},
                                        {"type", type},
                                        {"dist", "few_distinct"},
                                        {"offset", offset}},
                                       {{"block", std::int64_t{128}},
                                        {"items", std::int64_t{8}},
                                        {"pairs", pairs},
                                        {"counting", counting}});
          if (is_taken(point, test_limits("simt"))) points.push_back(point);
        }
  EXPECT_EQ(points.size(), 36u);  // only keys of 4 bytes are packed
  for (const auto& result : interpret_all(points)) expect_ok(result);
}

TEST(radix, passes_have_the_predicted_barriers_however_pairs_move) {
  for (const char* pairs : {"together", "early", "late", "packed", "gathered"})
    for (const char* skip : {"off", "on"}) {
      const point point = onesweep(
          {{"n", std::int64_t{1500}}, {"payload", "u32"}, {"type", "u32"}, {"dist", "constant"}},
          {{"block", std::int64_t{128}},
           {"items", std::int64_t{8}},
           {"matching", "instruction"},
           {"pairs", pairs},
           {"skip", skip}});
      if (!is_taken(point, test_limits("simt"))) continue;
      const auto held = expect_predicted_counters(*point.variant, interpret(point));
      for (const char* counter : {"launches", "matches", "block_barriers"})
        EXPECT_TRUE(held.contains(counter)) << point.key() << ": " << counter;
    }
}

// Unsigned numbers from 0 to 16 differ in one byte, and those up to n in two.
TEST(radix, leaves_out_the_passes_of_digits_that_all_keys_share) {
  const std::int64_t n = 5003, rows = 10 * 512 / 32;  // of 10 tiles
  const auto matches_of = [&](const char* type, const char* dist, const char* pairs) {
    const auto result =
        interpret(onesweep({{"n", n}, {"payload", "u32"}, {"type", type}, {"dist", dist}},
                           {{"block", std::int64_t{128}},
                            {"items", std::int64_t{4 * (std::string(type) == "u64" ? 2 : 1)}},
                            {"matching", "instruction"},
                            {"pairs", pairs},
                            {"skip", "on"}}));
    expect_ok(result);
    return static_cast<std::int64_t>(result.seen.counters.at("matches"));
  };
  for (const char* pairs : {"together", "late"}) {
    EXPECT_EQ(matches_of("u32", "constant", pairs), rows);
    EXPECT_EQ(matches_of("u32", "exact", pairs), rows);
    EXPECT_EQ(matches_of("u32", "sorted", pairs), 2 * rows);
    EXPECT_EQ(matches_of("u64", "reversed", pairs), 2 * rows);
    EXPECT_EQ(matches_of("i32", "uniform", pairs), 4 * rows);
  }
}

const planted_sort none = {passes, "", ""};

TEST(radix, is_right_where_tiles_look_far_back) {
  const auto early = interpret(onesweep(of_40_tiles, small_onesweep));
  const auto late = run_late_ends(none);
  expect_ok(early);
  expect_ok(late);
  // Else the schedule is not what it is meant to be: 4 looks of 4 warps at a time in 4 passes.
  EXPECT_GT(late.seen.counters.at("global_load_requests"),
            early.seen.counters.at("global_load_requests") + 10 * 40 * 4 * 4);
  expect_ok(run_late_tile(none));
}

TEST(radix, a_planted_fault_is_wrong) {
  const planted_sort faults[] = {
      // Equal keys of a row in reverse: not stable.
      {"sort/radix_tile.cuh", "__popc(equal & lower_lanes)", "__popc(equal & higher_lanes)"},
      // Keys beyond the end come first instead of last.
      {"sort/radix_tile.cuh", ": ~Bits(0)", ": Bits(0)"},
      // The counts of the last warp are forgotten.
      {"sort/radix_tile.cuh", "w < warps; ++w) count[e]", "w < warps - 1; ++w) count[e]"},
  };
  for (const auto& planted : faults)
    EXPECT_EQ(name(run_fault(planted).status), "wrong") << planted.file << ": " << planted.to;
}

TEST(radix, a_fault_of_looking_back_is_wrong_where_tiles_overlap) {
  // A tile's own count is taken for the end of all before it.
  EXPECT_EQ(name(run_late_ends({"sort/radix_status.cuh", "kind(seen[l]) == (nothing_ ^ 2)) return",
                                "kind(seen[l]) != nothing_) return"})
                     .status),
            "wrong");
  // The words of the pass before are taken for those of this one.
  EXPECT_EQ(
      name(
          run_late_tile({"sort/radix_status.cuh", "nothing_(pass % 2 * 2)", "nothing_(0)"}).status),
      "wrong");
}

TEST(radix, a_missing_barrier_is_a_race) {
  const auto result = run_fault({passes, "__syncthreads();\n\n  // (5)", "// (5)"});
  EXPECT_TRUE(found(result, "shared_race")) << result.reason << result.log;
}

TEST(radix, a_missing_barrier_where_payloads_follow_is_a_race) {
  settings late = small_onesweep;
  late.emplace_back("pairs", "late");
  const std::string tile = "sort/radix_tile.cuh",
                    put = "    for (int j = 0; j < items; ++j) in_order",
                    barrier = "    __syncthreads();\n#pragma unroll\n";
  for (const auto& planted :
       {planted_sort{tile, barrier + put, "#pragma unroll\n" + put},
        planted_sort{
            tile, barrier + "    for (int j = 0; j < items; ++j)\n      if (is_present(j)) {",
            "#pragma unroll\n    for (int j = 0; j < items; ++j)\n      if (is_present(j)) "
            "{"}}) {
    const auto result = interpret_source(onesweep(of_40_tiles, late), source_of(planted, "", ""));
    EXPECT_TRUE(found(result, "shared_race")) << planted.from << result.reason << result.log;
  }
}

TEST(radix, a_fault_of_leaving_out_passes_is_wrong) {
  settings skipping = small_onesweep;
  skipping.emplace_back("skip", "on");
  const planted_sort faults[] = {
      // The buffer that the pass of a byte writes without gaps.
      {passes, "__popc(passes >> byte) % 2 == 1", "byte % 2 == 1"},
      // Passes are left out whose digits differ.
      {"sort/radix_histogram.cuh", "!= n;", "== 0;"},
  };
  for (const auto& planted : faults) {
    settings one_byte = of_40_tiles;
    one_byte.insert(one_byte.end(), {{"type", "u32"}, {"dist", "exact"}});
    const auto result = interpret_source(onesweep(one_byte, skipping), source_of(planted, "", ""));
    EXPECT_EQ(name(result.status), "wrong") << planted.to;
  }
}

// 40 tiles, for a grid of as many blocks as multiprocessors: of one tile each, or of 20.
measurement run_three_kernels(int multiprocessors, const std::string& from, const std::string& to) {
  const variant& variant = *built_in_registry().find_variant("sort/radix_reduce_then_scan");
  settings small = small_onesweep, few = of_40_tiles;
  small.emplace_back("blocks_per_sm", std::int64_t{1});
  few.emplace_back("dist", "few_distinct");
  const std::string source(kernels::text("sort/radix_reduce_then_scan.cuh"));
  return interpret_source({&variant, problem_of("sort", few), config_of(variant, small)},
                          replaced(source, from, to), {.multiprocessors = multiprocessors});
}

TEST(radix, three_kernels_are_right_for_shares_of_any_number_of_tiles) {
  for (const int multiprocessors : {1, 2, 3, 132})
    expect_ok(run_three_kernels(multiprocessors, "", ""));
}

TEST(radix, a_planted_fault_of_three_kernels_is_found) {
  // The second tile of a share begins where the first one did.
  EXPECT_EQ(name(run_three_kernels(2, "begin[e] += tile.count[e];", "").status), "wrong");
  // The scan forgets all blocks but the last 32.
  EXPECT_EQ(name(run_three_kernels(132, "before += warp::shuffle_from(inclusive, 31);", "").status),
            "wrong");
  // Keys are stored before all are in order.
  const auto race =
      run_three_kernels(2, "__syncthreads();\n    tile_type::store", "tile_type::store");
  EXPECT_TRUE(found(race, "shared_race")) << race.reason << race.log;
}

}  // namespace
}  // namespace warpmark::tests
