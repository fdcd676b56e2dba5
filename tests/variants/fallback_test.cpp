// Decoupled fallback where blocks are starved: tiles that never publish anything until all others
// have ended, and tiles whose blocks start in reverse order. Look-back itself deadlocks there.

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

// 100 tiles, the last of which is ragged, of one warp or of two; integers, whose statuses are one
// word, and pairs.
const settings starved_integers = {{"n", std::int64_t{99 * 64 + 5}}};
const settings starved_pairs = {
    {"n", std::int64_t{99 * 64 + 5}}, {"op", "recurrence"}, {"type", "u32"}, {"kind", "exclusive"}};
const settings of_one_warp = {{"block", std::int64_t{32}}, {"items", std::int64_t{2}}};
const settings of_two_warps = {{"block", std::int64_t{64}}, {"items", std::int64_t{1}}};

constexpr const char* some_tiles = "place % 3 == 1 && place + 2 < gridDim.x";
constexpr const char* all_tiles_but_two = "place + 2 < gridDim.x";
constexpr const char* one_tile = "place == 40";

planted falling_back(const std::string& from, const std::string& to,
                     const std::string& header = "") {
  return {"decoupled_fallback", "scan/decoupled_fallback.cuh", from, to, header};
}

const std::string first_publication = "if (publishes && place != 0) statuses.publish";
const std::string last_publication = "if (publishes) statuses.publish(place, known::inclusive";

// Tiles `which` wait before a publication until tile `other` has published `what`.
std::string held_until(std::string source, const std::string& publication, const std::string& which,
                       const std::string& other, const std::string& what) {
  return replaced(std::move(source), publication,
                  fmt::format("if (publishes && {}) {{ value ignored; while "
                              "(statuses.read({}, ignored) {}) __nanosleep(1); }}\n",
                              which, other, what) +
                      publication);
}

measurement interpret_scan(const planted& fault, const std::string& source,
                           const settings& problem_settings, const settings& config_settings) {
  const variant& variant = *built_in_registry().find_variant("scan/" + fault.variant_name);
  return interpret_source(
      {&variant, problem_of("scan", problem_settings), config_of(variant, config_settings)},
      source);
}

// Before they publish anything, tiles `which` wait for the last tile but one to have its prefix,
// for which that tile needs all tiles before it.
std::string starved(const planted& fault, const std::string& which) {
  const bool falls_back = fault.variant_name == "decoupled_fallback";
  return held_until(
      source_of(fault),
      falls_back ? first_publication : "if (publishes) statuses.publish(place, known::aggregate",
      which, "gridDim.x - 2", "!= known::inclusive");
}

measurement run_starved(const planted& fault, const std::string& which,
                        const settings& problem_settings, const settings& config_settings) {
  return interpret_scan(fault, starved(fault, which), problem_settings, config_settings);
}

// Tile 40 is starved, and the tiles after it have their prefixes late: so 30 tiles need it.
measurement run_often_missed(const planted& fault, const settings& problem_settings) {
  return interpret_scan(fault,
                        held_until(starved(fault, one_tile), last_publication,
                                   "place > 40 && place < 70", "70", "== known::nothing"),
                        problem_settings, of_one_warp);
}

TEST(fallback, ends_and_is_right_where_tiles_never_publish) {
  for (const char* which : {some_tiles, all_tiles_but_two, one_tile})
    for (const auto& problem : {starved_integers, starved_pairs})
      for (const auto& config : {of_one_warp, of_two_warps}) {
        SCOPED_TRACE(which);
        expect_ok(run_starved(falling_back("", ""), which, problem, config));
      }
}

TEST(fallback, is_needed_there_since_look_back_deadlocks) {
  const planted lookback = {"decoupled_lookback", "scan/decoupled_lookback.cuh", "", ""};
  for (const auto& problem : {starved_integers, starved_pairs}) {
    const auto result = run_starved(lookback, one_tile, problem, of_one_warp);
    EXPECT_TRUE(found(result, "deadlock")) << name(result.status) << result.reason << result.log;
  }
}

TEST(fallback, needs_no_order_in_which_blocks_start) {
  const auto reversed =
      falling_back("place = blockIdx.x;", "place = int(gridDim.x - 1 - blockIdx.x);");
  for (const auto& problem : {starved_integers, starved_pairs})
    expect_ok(run(reversed, problem, of_one_warp));
}

TEST(fallback, is_right_with_any_number_of_spins) {
  for (const std::int64_t spins : {1, 2, 64})
    for (const auto& problem : {starved_integers, starved_pairs}) {
      settings config = of_one_warp;
      config.emplace_back("spins", spins);
      expect_ok(run_starved(falling_back("", ""), some_tiles, problem, config));
    }
}

// One block reduces the tile, and all others find the aggregate that it has published.
TEST(fallback, is_done_once_per_missing_tile) {
  for (const auto& problem : {starved_integers, starved_pairs}) {
    const auto shared = run_often_missed(falling_back("", ""), problem);
    expect_ok(shared);
    const auto kept = run_often_missed(
        falling_back("statuses.publish_for_other(other, aggregate);", ""), problem);
    expect_ok(kept);
    EXPECT_EQ(kept.seen.counters.at("global_atomic_requests"), 0u);
    EXPECT_GT(kept.seen.counters.at("global_load_requests"),
              shared.seen.counters.at("global_load_requests") + 29 * 2);
    if (problem == starved_integers) {
      EXPECT_EQ(shared.seen.counters.at("global_atomic_requests"), 1u);
    }
  }
}

TEST(fallback, is_not_done_where_statuses_are_in_time) {
  const auto result = run(falling_back("", ""), starved_integers, of_one_warp);
  expect_ok(result);
  EXPECT_EQ(result.seen.counters.at("global_atomic_requests"), 0u);
}

TEST(fallback_fault, aggregates_in_the_wrong_order_or_place_are_wrong) {
  const planted faults[] = {
      falling_back("tile.op(aggregate, prefix)", "tile.op(prefix, aggregate)"),
      falling_back("tile.op(aggregate, prefix)", "prefix"),
      falling_back("next = other - 1", "next = other - 2"),
      falling_back("next - __clz(missing)", "next - 1 - __clz(missing)"),
      falling_back("missing >> lane == 0", "true || missing >> lane == 0"),
      falling_back("threadIdx.x * each;", "threadIdx.x * each + 1;"),
  };
  for (const auto& fault : faults)
    EXPECT_EQ(name(run_starved(
                       fault, fault.from == "missing >> lane == 0" ? some_tiles : all_tiles_but_two,
                       starved_pairs, of_two_warps)
                       .status),
              "wrong")
        << fault.from;
}

TEST(fallback_fault, an_aggregate_in_the_slot_of_another_kind_is_wrong) {
  const auto result =
      run_often_missed(falling_back("*place(tile, by_other) = aggregate;",
                                    "*place(tile, by_other) = T{};", "scan/helped_status.cuh"),
                       starved_pairs);
  EXPECT_EQ(name(result.status), "wrong");
}

TEST(fallback_fault, an_aggregate_that_is_published_without_a_fence_is_a_race) {
  const auto result = run_often_missed(
      falling_back("__threadfence();", "", "scan/helped_status.cuh"), starved_pairs);
  EXPECT_TRUE(found(result, "global_race")) << name(result.status) << result.reason << result.log;
}

// One block that has reduced the tile is held up until others have.
TEST(fallback_fault, an_aggregate_that_is_published_without_a_claim_is_a_race) {
  const auto run_held = [](const std::string& from) {
    const planted fault = falling_back(from, "", "scan/helped_status.cuh");
    const auto source = replaced(
        held_until(starved(fault, one_tile), last_publication, "place > 40 && place < 70", "70",
                   "== known::nothing"),
        "statuses.publish_for_other(other, aggregate);",
        "if (place == 41) { value ignored; while (statuses.read(70, ignored) == known::nothing) "
        "__nanosleep(1); }\nstatuses.publish_for_other(other, aggregate);");
    return interpret_scan(fault, source, starved_pairs, of_one_warp);
  };
  expect_ok(run_held(""));
  const auto result = run_held("if (atomicExch(claims_ + tile, 1u) != 0) return;");
  EXPECT_TRUE(found(result, "global_race")) << name(result.status) << result.reason << result.log;
}

}  // namespace
}  // namespace warpmark::tests
