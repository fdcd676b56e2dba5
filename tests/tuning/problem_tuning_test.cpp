// Search, finals and measurements across sizes in one tuning.

#include "tuning/live/problem_tuning.hpp"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "tests/tuning/simulated_evaluator.hpp"
#include "tuning/live/finals_effort.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {
namespace {

const device_limits tuned_limits{};

std::vector<tuned_problem> two_sizes() {
  std::map<std::string, std::size_t> pruned;
  return by_problem(make_choices(built_in_registry(),
                                 {.patterns = {"reduce/tree_sequential"},
                                  .problem = {{"n", "1024,4096"}},
                                  .config = {{"block", "128,256,512"}}},
                                 pruned));
}

simulated_evaluator larger_blocks_are_faster() {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t) {
    return std::optional(1e6 / static_cast<double>(point.config.integer("block")));
  };
  return at;
}

struct heard_steps {
  std::vector<std::string> steps;
  std::vector<std::string> left_out;

  tuning_listener listener() {
    return {
        .searching = [this](const std::string& problem,
                            std::size_t) { steps.push_back("search " + problem); },
        .begins = [this](const std::string& activity, std::size_t) { steps.push_back(activity); },
        .left_out = [this](const std::string& problem) { left_out.push_back(problem); }};
  }
};

TEST(problem_tuning, each_problem_has_a_winner_and_a_line) {
  auto problems = two_sizes();
  ASSERT_EQ(problems.size(), 2u);
  auto at = larger_blocks_are_faster();
  heard_steps heard;
  std::size_t appended = 0;
  const auto outcome = tune_problems(
      problems, tuned_limits, at, {.pilots = false},
      [&](const journal::json& line) { appended += line.at("event") == "tuned" ? 1 : 0; },
      heard.listener());
  ASSERT_EQ(outcome.results.size(), 2u);
  for (const final_result& result : outcome.results)
    EXPECT_EQ(result.winner.config.integer("block"), 512);
  EXPECT_EQ(outcome.lines.size(), 2u);
  EXPECT_EQ(appended, 2u);
  EXPECT_EQ(at.phases, (std::set<std::string>{"search", "final"}));
  EXPECT_EQ(heard.steps, (std::vector<std::string>{"search " + problems[0].name(),
                                                   "search " + problems[1].name(), "finals"}));
}

TEST(problem_tuning, a_profile_needs_times_at_other_sizes) {
  auto problems = two_sizes();
  auto at = larger_blocks_are_faster();
  const auto outcome =
      tune_problems(problems, tuned_limits, at, {.pilots = false, .across_sizes = crossing{}},
                    [](const journal::json&) {});
  EXPECT_TRUE(at.phases.contains("cross"));
  EXPECT_EQ(outcome.held_out, (std::set<std::uint64_t>{2048}));
}

TEST(problem_tuning, only_points_that_can_have_a_time_are_measured_across_sizes) {
  auto problems = two_sizes();
  auto at = larger_blocks_are_faster();
  tune_problems(
      problems, tuned_limits, at,
      {.pilots = false, .across_sizes = crossing{.has = [](const point&) { return false; }}},
      [](const journal::json&) {});
  EXPECT_FALSE(at.phases.contains("cross"));
}

TEST(problem_tuning, no_search_begins_when_its_time_is_used_up) {
  auto problems = two_sizes();
  auto at = larger_blocks_are_faster();
  heard_steps heard;
  double now_s = 0;
  const auto outcome = tune_problems(
      problems, tuned_limits, at,
      {.pilots = false, .search_s = 1, .now_s = [&] { return std::exchange(now_s, 2); }},
      [](const journal::json&) {}, heard.listener());
  EXPECT_EQ(outcome.results.size(), 1u);
  EXPECT_EQ(heard.left_out, std::vector<std::string>{problems[1].name()});
}

TEST(problem_tuning, a_budget_of_time_is_split_between_search_and_finals) {
  EXPECT_FALSE(search_seconds({.evaluations = 100}));
  EXPECT_DOUBLE_EQ(search_seconds({.seconds = 100}).value(), 70);
}

TEST(problem_tuning, finals_are_longer_where_results_vary) {
  EXPECT_EQ(rounds_on("simt"), 1u);
  EXPECT_EQ(rounds_on("cuda"), 6u);
  const finals_options options = finals_of({.precision = 0.001, .max_seconds = 1}, 4, 0.02);
  EXPECT_EQ(options.more, 8u);
  EXPECT_EQ(options.measuring.precision, 0.001);
  EXPECT_LT(options.measuring.max_seconds, 1);
}

}  // namespace
}  // namespace warpmark::tuning
