// Decoupled look-back, in the order in which blocks run on the interpreter, and in one in which
// every tile has to look far; and with one planted fault each.

#include <algorithm>
#include <string>
#include <variant>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

constexpr const char* lookback_file = "scan/decoupled_lookback.cuh";

// 100 tiles, the last of which is ragged; pairs or integers, whose folds take two words or one.
const settings of_100_tiles = {{"n", std::int64_t{99 * 32 + 5}}};
const settings of_100_tiles_of_pairs = {
    {"n", std::int64_t{99 * 32 + 5}}, {"op", "recurrence"}, {"type", "u32"}};
const settings small_lookback = {{"block", std::int64_t{32}}, {"items", std::int64_t{1}}};
const settings small_lookback_and_clearing = {
    {"block", std::int64_t{32}}, {"items", std::int64_t{1}}, {"clear", "self"}};

planted looking_back(const std::string& from, const std::string& to,
                     const std::string& header = "") {
  return {"decoupled_lookback", lookback_file, from, to, header};
}

// Blocks run one after another on the interpreter, as long as none waits. So that tiles find their
// predecessors on the way, as on a card, some are held up until tile `until` has told its fold.
std::string held_up(std::string source, const std::string& before, const std::string& which,
                    const std::string& until) {
  return replaced(std::move(source), before,
                  fmt::format("if (publishes && {}) {{ value ignored; while "
                              "(statuses.read({}, ignored) == known::nothing) __nanosleep(1); }}\n",
                              which, until) +
                      before);
}

measurement run_late(const std::string& source, const settings& problem_settings) {
  const variant& variant = *built_in_registry().find_variant("scan/decoupled_lookback");
  return interpret_source(
      {&variant, problem_of("scan", problem_settings), config_of(variant, small_lookback)}, source);
}

// Every tile knows its prefix late: later tiles look over 70 tiles.
measurement run_late_prefixes(const planted& planted, const settings& problem_settings) {
  return run_late(held_up(source_of(planted), "if (publishes) statuses.publish(place, known::incl",
                          "place + 70 < last", "place + 70"),
                  problem_settings);
}

// One tile has told nothing yet when later tiles look, and all earlier tiles have told everything.
measurement run_late_tile(const planted& planted, const settings& problem_settings) {
  return run_late(held_up(source_of(planted), "if (publishes) statuses.publish(place, known::aggr",
                          "place == 40", "50"),
                  problem_settings);
}

TEST(lookback, is_right_where_every_tile_looks_over_several_windows) {
  const auto early = run(looking_back("", ""), of_100_tiles_of_pairs, small_lookback);
  const auto late = run_late_prefixes(looking_back("", ""), of_100_tiles_of_pairs);
  expect_ok(early);
  expect_ok(late);
  // Else the schedule is not what it is meant to be: 2 more windows a tile, 2 loads each.
  EXPECT_GT(late.seen.counters.at("global_load_requests"),
            early.seen.counters.at("global_load_requests") + 29 * 4);
  expect_ok(run_late_prefixes(looking_back("", ""), of_100_tiles));
}

TEST(lookback, is_right_with_every_delay) {
  std::vector<point> points;
  const variant& variant = *built_in_registry().find_variant("scan/decoupled_lookback");
  for (const char* delay : {"fixed", "backoff"})
    for (const std::int64_t ns : {50, 1000})
      for (const auto& problem_settings : {of_100_tiles, of_100_tiles_of_pairs}) {
        settings with = small_lookback;
        with.insert(with.end(), {{"delay", delay}, {"delay_ns", ns}});
        points.push_back(
            {&variant, problem_of("scan", problem_settings), config_of(variant, with)});
      }
  for (const auto& result : interpret_all(points)) expect_ok(result);
}

TEST(lookback, takes_no_delay_without_a_duration) {
  const variant& variant = *built_in_registry().find_variant("scan/decoupled_lookback");
  const auto taken = [&](const char* delay, std::int64_t ns) {
    return is_taken({&variant, problem_of("scan", {}),
                     config_of(variant, {{"delay", delay}, {"delay_ns", ns}})},
                    {});
  };
  EXPECT_TRUE(taken("none", 0));
  EXPECT_TRUE(taken("fixed", 50));
  EXPECT_FALSE(taken("none", 50));
  EXPECT_FALSE(taken("backoff", 0));
}

TEST(lookback_fault, folds_that_are_left_out_or_taken_twice_are_wrong) {
  const planted faults[] = {
      looking_back("tile.op(prefix, total)", "prefix"),                     // its own fold
      looking_back("if (is_before_inclusive) seen = Op::identity();", ""),  // what others included
      looking_back("first = (long long)tile - 32",
                   "first = (long long)tile - (tile > 32 ? 33 : 32)"),  // the nearest
  };
  for (const auto& item : faults)
    EXPECT_EQ(name(run(item, of_100_tiles, small_lookback).status), "wrong") << item.from;
}

TEST(lookback_fault, what_only_far_looks_show_is_wrong_where_prefixes_are_late) {
  const planted faults[] = {
      looking_back("first -= 32", "first -= first > 32 ? 33 : 32"),  // between windows
      looking_back("op(warp::exchange_down::fold(seen, op), prefix)",
                   "op(prefix, warp::exchange_down::fold(seen, op))"),  // the order
  };
  for (const auto& item : faults)
    EXPECT_EQ(name(run_late_prefixes(item, of_100_tiles_of_pairs).status), "wrong") << item.from;
}

TEST(lookback_fault, a_tile_that_is_passed_over_is_wrong_where_it_is_late) {
  const auto passed_over = looking_back("if (inclusive >= missing) break;",
                                        "if (inclusive >= missing || inclusive != 0) break;");
  expect_ok(run_late_tile(looking_back("", ""), of_100_tiles));
  expect_ok(run(passed_over, of_100_tiles, small_lookback));
  EXPECT_EQ(name(run_late_tile(passed_over, of_100_tiles).status), "wrong");
}

TEST(lookback_fault, a_kind_that_does_not_release_its_value_is_a_race) {
  const std::string header = "scan/tile_status.cuh";
  expect_ok(run(looking_back("", ""), of_100_tiles_of_pairs, small_lookback));
  const auto relaxed =
      run(looking_back("memory::store_release(kinds_ + tile, unsigned(kind))",
                       "memory::store_relaxed(kinds_ + tile, unsigned(kind))", header),
          of_100_tiles_of_pairs, small_lookback);
  EXPECT_TRUE(found(relaxed, "global_race")) << name(relaxed.status) << relaxed.reason;
}

TEST(lookback_fault, a_kind_published_before_its_value_is_a_race) {
  const auto early = run(looking_back(R"(*place(tile, kind) = value;
    memory::store_release(kinds_ + tile, unsigned(kind));)",
                                      R"(memory::store_release(kinds_ + tile, unsigned(kind));
    *place(tile, kind) = value;)",
                                      "scan/tile_status.cuh"),
                         of_100_tiles_of_pairs, small_lookback);
  EXPECT_TRUE(found(early, "global_race")) << name(early.status) << early.reason;
}

TEST(lookback_fault, a_tile_that_publishes_nothing_is_a_deadlock) {
  const auto result = run(looking_back("if (publishes) statuses.publish(place, known::inclusive, "
                                       "tile.op(prefix, total));",
                                       ""),
                          of_100_tiles, small_lookback);
  EXPECT_TRUE(found(result, "deadlock")) << name(result.status) << result.reason;
}

TEST(lookback_fault, statuses_that_are_not_cleared_are_state_left_dirty) {
  expect_ok(run(looking_back("", ""), of_100_tiles, small_lookback_and_clearing));
  expect_ok(run(looking_back("", ""), of_100_tiles_of_pairs, small_lookback_and_clearing));
  const planted faults[] = {
      looking_back("statuses.clear(last)", "statuses.clear(last - 1)"),
      looking_back("common::draw_ticket(zeroed)", "atomicAdd(zeroed, 1u)"),
      looking_back("common::is_last_block(zeroed + 1)",
                   "(__threadfence(), atomicAdd(zeroed + 1, 1u) == last)"),
  };
  for (const auto& item : faults) {
    const auto result = run(item, of_100_tiles, small_lookback_and_clearing);
    EXPECT_EQ(name(result.status), "wrong") << item.from;
    EXPECT_NE(result.reason.find("statuses"), std::string::npos) << result.reason;
  }
}

// Without a fill, the statuses of the execution before are taken for this one's.
TEST(lookback_fault, statuses_that_are_not_filled_are_found) {
  variant unfilled = *built_in_registry().find_variant("scan/decoupled_lookback");
  const auto plan_of = unfilled.plan;
  unfilled.plan = [plan_of](const problem& problem, const config& config,
                            const device_limits& limits) {
    launch_plan plan = plan_of(problem, config, limits);
    std::erase_if(plan.steps,
                  [](const auto& step) { return std::holds_alternative<fill_step>(step); });
    return plan;
  };
  const auto result = interpret_source(
      {&unfilled, problem_of("scan", of_100_tiles), config_of(unfilled, small_lookback)},
      source_of(looking_back("", "")));
  EXPECT_NE(name(result.status), "ok");
}

}  // namespace
}  // namespace warpmark::tests
