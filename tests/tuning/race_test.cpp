#include "tuning/live/race.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "tests/tuning/simulated_evaluator.hpp"
#include "tuning/live/pilot.hpp"
#include "tuning/tuning_error.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {
namespace {

const device_limits limits{};

std::vector<config_choice> choices_of(const std::vector<std::string>& patterns,
                                      const std::string& n = "65536") {
  std::map<std::string, std::size_t> pruned;
  return make_choices(built_in_registry(),
                      {.patterns = patterns, .problem = {{"n", n}}, .config = {}}, pruned);
}

// Blocks of 512 are the fastest; `tree_sequential` is 2.5 times faster than others, and
// `tree_interleaved_divergent` ten times slower.
std::optional<double> time_by_rule(const point& point, std::size_t) {
  const auto* threads = point.config.find("block");
  if (threads == nullptr) return 1e6;
  double ns = 10'000;
  if (point.variant->name == "tree_sequential") ns /= 2.5;
  if (point.variant->name == "tree_interleaved_divergent") ns *= 10;
  for (auto block = point.config.integer("block"); block < 512; block *= 2) ns *= 1.1;
  if (point.config.integer("block") > 512) ns *= 1.05;
  if (const auto* items = point.config.find("items"))
    ns *= 1 + 0.01 * static_cast<double>(std::get<std::int64_t>(*items));
  return ns;
}

TEST(race, finds_the_best_config_of_the_best_variant) {
  simulated_evaluator at;
  at.takes = time_by_rule;
  const auto found = race(choices_of({"reduce/tree_*"}), {}, limits, at, {});
  ASSERT_FALSE(found.finalists.empty());
  EXPECT_EQ(found.finalists.front().variant->name, "tree_sequential");
  EXPECT_EQ(found.finalists.front().config.integer("block"), 512);
  ASSERT_EQ(found.bases.size(), 1u);
  EXPECT_EQ(found.bases.front().variant->name, "tree_sequential");
  EXPECT_TRUE(found.bases.front().is_base());
}

TEST(race, finalists_are_within_twice_the_margin_of_the_best) {
  simulated_evaluator at;
  at.takes = time_by_rule;
  const race_options options;
  const auto found = race(choices_of({"reduce/tree_*"}), {}, limits, at, options);
  ASSERT_FALSE(found.finalists.empty());
  const double best_ns = *time_by_rule(found.finalists.front(), 0);
  for (const auto& finalist : found.finalists)
    EXPECT_LE(*time_by_rule(finalist, 0), best_ns * (1 + 2 * options.margin)) << finalist.key();
}

TEST(race, foresees_much_of_what_it_asks_for_next) {
  simulated_evaluator at;
  at.takes = time_by_rule;
  race(choices_of({"reduce/vectorised"}), {}, limits, at, {});
  EXPECT_GT(at.foreseen, at.points.size() / 3) << "of " << at.points.size();
}

TEST(race, gives_the_bases_of_all_variants_that_have_a_finalist) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t) {
    const double ns = point.variant->name == "tree_sequential" ? 1000 : 1003;
    return std::optional(point.is_base() ? ns : 1.2 * ns);
  };
  const auto found = race(choices_of({"reduce/tree_sequential", "reduce/tree_interleaved_compact"}),
                          {}, limits, at, {});
  std::set<std::string> finalists, bases;
  for (const auto& finalist : found.finalists) finalists.insert(finalist.variant->name);
  for (const auto& base : found.bases) bases.insert(base.variant->name);
  EXPECT_EQ(finalists.size(), 2u);
  EXPECT_EQ(bases, finalists);
}

TEST(race, begun_at_a_later_stage_searches_near_the_front_alone) {
  simulated_evaluator at;
  at.takes = time_by_rule;
  race(choices_of({"reduce/tree_*"}), {}, limits, at, {.first_stage = 4});
  const auto counts = at.asked_by_variant();
  EXPECT_EQ(counts.at("tree_interleaved_compact"), 1u) << "2.5 times slower, more than 1.2";
  EXPECT_GT(counts.at("tree_sequential"), 2u);
}

TEST(race, spends_little_on_variants_that_are_far_behind) {
  simulated_evaluator at;
  at.takes = time_by_rule;
  race(choices_of({"reduce/tree_*", "reduce/shuffle_*"}), {}, limits, at, {});
  const auto counts = at.asked_by_variant();
  EXPECT_EQ(counts.at("tree_interleaved_divergent"), 1u);
  EXPECT_GT(counts.at("tree_sequential"), counts.at("tree_interleaved_compact"));
}

TEST(race, asks_for_no_point_twice_and_keeps_to_its_budget) {
  simulated_evaluator at;
  at.takes = time_by_rule;
  const auto found = race(choices_of({"reduce/*"}), {}, limits, at, {.evaluations = 50});
  EXPECT_LE(found.trials.size(), 50u + choices_of({"reduce/*"}).size());
  std::vector<std::string> keys;
  for (const auto& point : at.points) keys.push_back(point.key());
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()), keys.end());
}

// The last sixth is for the neighbours of the fastest.
TEST(race, ends_with_the_instructions_that_may_be_interpreted) {
  const auto evaluations = [](std::uint64_t of_each, std::uint64_t allowed) {
    simulated_evaluator at;
    at.takes = time_by_rule;
    at.interprets = [&](const point&) { return of_each; };
    return race(choices_of({"reduce/vectorised"}), {}, limits, at,
                {.evaluations = 50, .interpreted_instructions = allowed})
        .trials.size();
  };
  EXPECT_EQ(evaluations(1000, 30'000), 30u);
  EXPECT_EQ(evaluations(1000, 0), evaluations(0, 30'000));
  EXPECT_EQ(evaluations(1000, 1'000'000), evaluations(0, 0)) << "as many as without a limit";
  EXPECT_EQ(evaluations(1000, 1), 1u) << "the base";
}

TEST(race, variants_that_take_long_to_interpret_try_fewer_configs) {
  const auto counts =
      [](std::uint64_t of_slow, std::uint64_t allowed,
         const std::vector<std::string>& variants = {"reduce/shuffle_*", "reduce/vectorised"}) {
        simulated_evaluator at;
        at.takes = [](const point& point, std::size_t) {
          return std::optional(point.is_base() ? 1000.0 : 1003.0);
        };
        at.interprets = [&](const point& point) {
          return point.variant->name == "shuffle_xor" ? of_slow : std::uint64_t{1000};
        };
        race(choices_of(variants), {}, limits, at, {.interpreted_instructions = allowed});
        return at.asked_by_variant();
      };
  const auto alike = counts(1000, 1'000'000), slow = counts(8000, 1'000'000);
  ASSERT_GT(alike.at("shuffle_xor"), 16u);
  EXPECT_LT(slow.at("shuffle_xor"), alike.at("shuffle_xor") / 2);
  EXPECT_GE(slow.at("vectorised"), alike.at("vectorised"));
  EXPECT_EQ(counts(8000, 0), counts(1000, 0)) << "without a limit";
  const std::vector<std::string> two = {"reduce/shuffle_xor", "reduce/vectorised"};
  EXPECT_LT(counts(8000, 1'000'000, two).at("shuffle_xor"),
            counts(1000, 1'000'000, two).at("shuffle_xor") / 2);
}

TEST(race, what_is_far_behind_is_named_and_may_be_left_out) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    return *time_by_rule(point, round) *
           (point.variant->name == "tree_interleaved_divergent" ? 20 : 1);
  };
  const auto found = race(choices_of({"reduce/tree_*"}), {}, limits, at, {});
  ASSERT_EQ(found.far_behind.size(), 1u);
  EXPECT_EQ((*found.far_behind.begin())->name, "tree_interleaved_divergent");
  at.points.clear();
  const auto larger =
      race(choices_of({"reduce/tree_*"}), {}, limits, at, {.left_out = found.far_behind});
  EXPECT_FALSE(at.asked_by_variant().contains("tree_interleaved_divergent"));
  EXPECT_EQ(larger.far_behind, found.far_behind);
  EXPECT_EQ(larger.configs, found.configs);
}

TEST(pilot, tries_bases_alone_at_a_small_size) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    return *time_by_rule(point, round) *
           (point.variant->name == "tree_interleaved_divergent" ? 20 : 1);
  };
  const auto large = choices_of({"reduce/tree_*"}, "16777216");
  const auto behind = far_behind_when_small(large, limits, at, {});
  ASSERT_EQ(behind.size(), 1u);
  EXPECT_EQ((*behind.begin())->name, "tree_interleaved_divergent");
  EXPECT_EQ(at.points.size(), large.size());
  EXPECT_EQ(at.phases, std::set<std::string>{"pilot"});
  for (const point& item : at.points) {
    EXPECT_TRUE(item.is_base());
    EXPECT_EQ(item.problem.integer("n"), pilot_n);
  }
}

TEST(pilot, is_for_larger_sizes_and_several_variants_alone) {
  simulated_evaluator at;
  at.takes = time_by_rule;
  EXPECT_TRUE(far_behind_when_small(choices_of({"reduce/tree_*"}), limits, at, {}).empty());
  EXPECT_TRUE(
      far_behind_when_small(choices_of({"reduce/tree_sequential"}, "16777216"), limits, at, {})
          .empty());
  EXPECT_TRUE(at.points.empty());
}

TEST(pilot, nothing_that_runs_small_is_no_reason_to_stop) {
  simulated_evaluator at;
  at.takes = [](const point&, std::size_t) { return std::optional<double>(); };
  const auto large = choices_of({"reduce/tree_*"}, "16777216");
  EXPECT_TRUE(far_behind_when_small(large, limits, at, {}).empty());
}

TEST(race, a_budget_that_ends_within_a_stage_is_for_the_front) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t) -> std::optional<double> {
    return point.variant->name == "tree_sequential" ? 10'000 : 12'000;
  };
  const auto choices = choices_of({"reduce/tree_*"});
  race(choices, {}, limits, at, {.evaluations = choices.size() + 2});
  EXPECT_EQ(at.asked_by_variant().at("tree_sequential"), 3u);
}

TEST(race, begins_with_what_was_good_at_a_neighbour) {
  simulated_evaluator at;
  at.takes = time_by_rule;
  const auto small = race(choices_of({"reduce/tree_*"}, "1024"), {}, limits, at, {});
  at.points.clear();
  const auto large = race(choices_of({"reduce/tree_*"}), small.finalists, limits, at, {});
  EXPECT_EQ(at.points.front().config.canonical(), small.finalists.front().config.canonical());
  EXPECT_EQ(at.points.front().problem.integer("n"), 65536);
}

TEST(race, a_config_that_is_wrong_is_no_finalist) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    if (point.config.integer("block") == 512) return std::nullopt;
    return time_by_rule(point, round);
  };
  const auto found = race(choices_of({"reduce/tree_sequential"}), {}, limits, at, {});
  for (const auto& finalist : found.finalists) EXPECT_NE(finalist.config.integer("block"), 512);
}

std::set<std::string> names_of(const std::vector<point>& points) {
  std::set<std::string> names;
  for (const point& point : points) names.insert(point.variant->name);
  return names;
}

// What is known of a config that was given up is that it is slower.
TEST(race, a_config_that_was_given_up_early_is_no_finalist) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t) {
    return std::optional(point.is_base() ? 1000.0 : 1050.0);
  };
  // Within twice this margin of the best are all of them.
  const auto found = race(choices_of({"reduce/tree_sequential"}), {}, limits, at, {.margin = 0.05});
  EXPECT_TRUE(std::any_of(found.trials.begin(), found.trials.end(),
                          [](const trial& trial) { return trial.beaten; }));
  ASSERT_EQ(found.finalists.size(), 1u);
  EXPECT_TRUE(found.finalists.front().is_base());
}

TEST(race, the_library_is_measured_and_takes_no_part) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) {
    return point.variant->name == "vendor_cub" ? std::optional(10.0) : time_by_rule(point, round);
  };
  const auto choices = choices_of({"reduce/tree_sequential", "reduce/vendor_cub"});
  ASSERT_EQ(choices.size(), 2u);
  const auto found = race(choices, {}, limits, at, {});
  ASSERT_TRUE(found.library);
  EXPECT_EQ(found.library->variant->name, "vendor_cub");
  EXPECT_EQ(names_of(found.finalists), std::set<std::string>{"tree_sequential"});
  EXPECT_EQ(names_of(found.bases), std::set<std::string>{"tree_sequential"});
  EXPECT_GT(found.finalists.size(), 0u);
  EXPECT_EQ(at.asked_by_variant().at("vendor_cub"), 1u);
  EXPECT_EQ(found.configs, 60u) << "those of the other variant alone";
}

TEST(race, a_library_that_fails_is_none) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) {
    return point.variant->name == "vendor_cub" ? std::nullopt : time_by_rule(point, round);
  };
  const auto found =
      race(choices_of({"reduce/tree_sequential", "reduce/vendor_cub"}), {}, limits, at, {});
  EXPECT_FALSE(found.library);
  EXPECT_FALSE(found.finalists.empty());
}

// All axes of tree_first_add are axes of tree_sequential, too.
TEST(race, a_variant_learns_nothing_of_another_with_axes_of_the_same_names) {
  const auto choices = choices_of({"reduce/tree_first_add", "reduce/tree_sequential"});
  ASSERT_EQ(choices.size(), 2u);
  variant_search first(choices[0], limits, {}, 100), second(choices[1], limits, {}, 100);
  if (first.of().name != "tree_first_add") std::swap(first, second);
  ASSERT_EQ(first.of().name, "tree_first_add");
  first.tell({.point = *second.base(), .status = "ok", .time_ns = 5.0});
  EXPECT_FALSE(first.best());
  EXPECT_TRUE(first.is_new(*first.base()));
  first.tell({.point = *first.base(), .status = "ok", .time_ns = 7.0});
  ASSERT_TRUE(first.best());
  EXPECT_EQ(first.best()->time_ns, 7.0);
  EXPECT_FALSE(first.is_new(*first.base()));
}

TEST(race, a_slow_variant_does_not_continue_for_the_times_of_a_fast_one) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    return *time_by_rule(point, round) * (point.variant->name == "tree_first_add" ? 20 : 1);
  };
  race(choices_of({"reduce/tree_first_add", "reduce/tree_sequential"}), {}, limits, at, {});
  EXPECT_EQ(at.asked_by_variant().at("tree_first_add"), 1u);
}

TEST(race, a_variant_whose_base_fails_does_not_continue) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) {
    return point.variant->name == "tree_first_add" ? std::nullopt : time_by_rule(point, round);
  };
  race(choices_of({"reduce/tree_first_add", "reduce/tree_sequential"}), {}, limits, at, {});
  EXPECT_EQ(at.asked_by_variant().at("tree_first_add"), 1u);
}

// The base is the fastest, so that no stage makes progress.
std::size_t trials_without_progress(const race_options& options) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t) {
    return std::optional(point.is_base() ? 1000.0 : 1100.0);
  };
  race(choices_of({"reduce/strided"}), {}, limits, at, options);
  return at.points.size();
}

TEST(race, goes_through_all_listed_stages_and_two_more_without_progress) {
  // The base, five stages of at least eight configs, two of the last kind, and the neighbours of
  // the base on five axes.
  const std::size_t stages = 1 + 8 + 8 + 8 + 8 + 10;
  EXPECT_GE(trials_without_progress({}), stages + 2 * 12);
  EXPECT_LE(trials_without_progress({}), stages + 2 * 12 + 10);
  EXPECT_GE(trials_without_progress({.first_stage = 5}), 1u + 2 * 12);
  EXPECT_LE(trials_without_progress({.first_stage = 5}), 1u + 2 * 12 + 10);
}

TEST(race, nothing_that_runs_is_an_error_with_its_cause) {
  simulated_evaluator at;
  at.takes = [](const point&, std::size_t) { return std::optional<double>{}; };
  try {
    race(choices_of({"reduce/tree_sequential"}), {}, limits, at, {});
    FAIL();
  } catch (const tuning_error& error) {
    EXPECT_NE(std::string(error.what()).find("output[0] is 1, expected 2"), std::string::npos)
        << error.what();
  }
}

TEST(race, what_is_there_to_be_measured_only_does_not_run) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t) {
    if (point.variant->name == "patent_two_phase") return std::optional(10.0);
    return std::optional(1000.0 + static_cast<double>(point.config.integer("block")));
  };
  const auto found = race(choices_of({"deinterleave/*"}), {}, limits, at, {});
  EXPECT_NE(found.finalists.front().variant->name, "patent_two_phase");
  EXPECT_EQ(at.asked_by_variant().count("patent_two_phase"), 0u);
  EXPECT_THROW(race(choices_of({"deinterleave/patent_two_phase"}), {}, limits, at, {}),
               tuning_error);
}

TEST(race, the_same_seed_asks_for_the_same_points) {
  simulated_evaluator a, b;
  a.takes = b.takes = time_by_rule;
  race(choices_of({"reduce/*"}), {}, limits, a, {});
  race(choices_of({"reduce/*"}), {}, limits, b, {});
  ASSERT_EQ(a.points.size(), b.points.size());
  for (std::size_t i = 0; i < a.points.size(); ++i) EXPECT_EQ(a.points[i].key(), b.points[i].key());
}

}  // namespace
}  // namespace warpmark::tuning
