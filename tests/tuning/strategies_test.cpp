// Requirements of every strategy: reproducibility, no repeats, the full space in the end.

#include "tuning/strategies/strategies.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "tests/tuning/spaces.hpp"
#include "tuning/strategies/searcher.hpp"
#include "tuning/tuning_error.hpp"

namespace warpmark::tuning {
namespace {

space bowl_space() {
  return space::of_rules(
      {testing::numbers("a", 9), testing::numbers("b", 7), testing::numbers("c", 6),
       testing::numbers("d", 3)},
      {{"a and b", {0, 1}, [](auto levels) { return (levels[0] + 2 * levels[1]) % 5 != 0; }}});
}

// Two local minima, and a corner where nothing runs.
outcome measured(const space& over, config_index index) {
  const auto levels = over.at(index);
  if (levels[0] > 6 && levels[2] > 4) return {.reason = "too many resources"};
  double time = 10;
  for (std::size_t axis = 0; axis < levels.size(); ++axis)
    time += (levels[axis] - 2.2) * (levels[axis] - 2.2) * static_cast<double>(axis + 1);
  return {.time = levels[0] == 8 ? 0.9 * time : time};
}

std::vector<config_index> walk(const space& over, const strategy& by, std::uint64_t seed,
                               std::size_t budget, std::size_t together = 1) {
  searcher search(over, by, {.seed = seed});
  std::vector<config_index> asked;
  while (asked.size() < budget) {
    const auto next = search.ask(together);
    if (next.empty()) break;
    asked.insert(asked.end(), next.begin(), next.end());
    // Told in reverse: outcomes of a batch come in any order.
    for (auto index = next.rbegin(); index != next.rend(); ++index)
      search.tell(*index, measured(over, *index));
  }
  return asked;
}

class each_strategy : public ::testing::TestWithParam<std::string> {
 protected:
  const strategy& by() const { return find_strategy(GetParam()); }
};

TEST_P(each_strategy, asks_for_every_config_once_and_then_ends) {
  const auto over = bowl_space();
  const auto asked = walk(over, by(), 3, std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(asked.size(), over.count());
  EXPECT_EQ(std::set(asked.begin(), asked.end()).size(), over.count());
}

TEST_P(each_strategy, repeats_itself_for_a_seed) {
  const auto over = bowl_space();
  EXPECT_EQ(walk(over, by(), 11, 300), walk(over, by(), 11, 300));
  EXPECT_EQ(walk(over, by(), 11, 300) == walk(over, by(), 12, 300), GetParam() == "exhaustive");
}

TEST_P(each_strategy, asks_for_the_same_however_many_at_a_time) {
  const auto over = bowl_space();
  auto one = walk(over, by(), 4, 200), seven = walk(over, by(), 4, 200, 7);
  seven.resize(200);
  EXPECT_EQ(one, seven);
}

TEST_P(each_strategy, does_not_ask_for_what_it_was_told) {
  const auto over = bowl_space();
  searcher search(over, by(), {.seed = 2});
  std::set<config_index> known;
  for (config_index index = 0; index < over.count(); index += 2) {
    search.tell(index, measured(over, index));
    known.insert(index);
  }
  while (!search.exhausted()) {
    const auto next = search.ask();
    ASSERT_EQ(next.size(), 1u);
    EXPECT_TRUE(known.insert(next.front()).second);
    search.tell(next.front(), measured(over, next.front()));
  }
  EXPECT_EQ(known.size(), over.count());
}

TEST_P(each_strategy, goes_on_where_nothing_runs) {
  const auto over = bowl_space();
  searcher search(over, by(), {.seed = 2});
  std::size_t asked = 0;
  while (!search.exhausted()) {
    for (const auto index : search.ask(5)) {
      search.tell(index, {.reason = "does not compile"});
      ++asked;
    }
  }
  EXPECT_EQ(asked, over.count());
}

TEST_P(each_strategy, searches_spaces_of_one_config_and_of_unconnected_ones) {
  for (const auto& over :
       {space::of_rules({testing::numbers("a", 1)}, {}), space::of_rules({}, {})}) {
    searcher search(over, by());
    ASSERT_EQ(search.ask(5), std::vector<config_index>{0});
    search.tell(0, {.time = 1.0});
    EXPECT_TRUE(search.ask().empty());
    EXPECT_TRUE(search.exhausted());
  }
  // On the diagonal no config has a neighbour.
  const auto diagonal = space::of_rules({testing::numbers("a", 20), testing::numbers("b", 20)},
                                        {{"a == b", {0, 1}, [](auto l) { return l[0] == l[1]; }}});
  searcher search(diagonal, by(), {.seed = 1});
  for (std::size_t i = 0; i < 20; ++i) {
    const auto next = search.ask();
    ASSERT_EQ(next.size(), 1u);
    search.tell(next.front(), {.time = 1.0 + static_cast<double>(next.front())});
  }
  EXPECT_TRUE(search.exhausted());
}

class each_learner : public each_strategy {};

// On a space with a slope, every strategy must beat random search.
TEST_P(each_learner, is_better_than_random_on_a_smooth_space) {
  const auto over = space::of_rules(
      {testing::numbers("a", 20), testing::numbers("b", 20), testing::numbers("c", 20)}, {});
  const auto mean_best = [&](const strategy& with) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      searcher search(over, with, {.seed = seed});
      double best = std::numeric_limits<double>::infinity();
      for (int i = 0; i < 150; ++i) {
        const auto index = search.ask().front();
        const auto levels = over.at(index);
        double time = 1;
        for (const auto level : levels) time += (level - 12.0) * (level - 12.0);
        best = std::min(best, time);
        search.tell(index, {.time = time});
      }
      sum += best;
    }
    return sum / 12;
  };
  EXPECT_LT(mean_best(by()), 0.8 * mean_best(find_strategy("random")));
}

std::vector<std::string> learners() {
  auto result = testing::strategy_names();
  std::erase_if(result, [](const auto& name) { return name == "exhaustive" || name == "random"; });
  return result;
}

INSTANTIATE_TEST_SUITE_P(of, each_strategy, ::testing::ValuesIn(testing::strategy_names()),
                         testing::name_of_strategy);
INSTANTIATE_TEST_SUITE_P(of, each_learner, ::testing::ValuesIn(learners()),
                         testing::name_of_strategy);

TEST(searcher, begins_where_it_is_told_to) {
  const auto over = bowl_space();
  for (const auto* name : {"greedy_local_search", "multi_start_local_search", "simulated_annealing",
                           "genetic", "differential_evolution", "model_based"}) {
    searcher search(over, find_strategy(name), {.seed = 9, .start = 17});
    EXPECT_EQ(search.ask().front(), 17u) << name;
  }
}

TEST(searcher, waits_for_outcomes) {
  const auto over = bowl_space();
  searcher search(over, find_strategy("multi_start_local_search"));
  const auto batch = search.ask(1000);
  EXPECT_EQ(batch.size(), 8u);
  EXPECT_TRUE(search.ask(1000).empty());
  EXPECT_FALSE(search.exhausted());
}

TEST(searcher, refuses_times_that_are_none) {
  const auto over = bowl_space();
  searcher search(over, find_strategy("random"));
  const auto index = search.ask().front();
  for (const double time : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                            std::numeric_limits<double>::infinity()})
    EXPECT_THROW(search.tell(index, {.time = time}), tuning_error) << time;
}

TEST(searcher, refuses_an_empty_space_and_unknown_settings) {
  const auto nothing = space::of_list({testing::numbers("a", 3)}, {});
  EXPECT_THROW(searcher(nothing, find_strategy("random")), tuning_error);
  const auto over = bowl_space();
  const auto& genetic = find_strategy("genetic");
  EXPECT_THROW(searcher(over, genetic, {.settings = {{"populatoin", 5}}}), usage_error);
  EXPECT_THROW(searcher(over, genetic, {.settings = {{"mutation", 1.5}}}), usage_error);
  EXPECT_NO_THROW(searcher(over, genetic, {.settings = {{"mutation", 0.3}}}));
  EXPECT_THROW(find_strategy("genetics"), usage_error);
}

}  // namespace
}  // namespace warpmark::tuning
