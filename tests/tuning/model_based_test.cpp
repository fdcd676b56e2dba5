// The model finds the optimum in few evaluations, also in batches and beyond its window.

#include <algorithm>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "tests/tuning/spaces.hpp"
#include "tuning/strategies/searcher.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning {
namespace {

// 5 axes of powers of two, 7^5 = 16807 configs of which one is the fastest. Axes are independent.
space separable_space() {
  std::vector<space_axis> axes;
  for (int axis = 0; axis < 5; ++axis) {
    space_axis next{.name = "axis" + std::to_string(axis)};
    for (int power = 0; power < 7; ++power)
      next.values.push_back(axis_value_of(std::to_string(1 << power)));
    axes.push_back(std::move(next));
  }
  return space::of_rules(std::move(axes), {});
}

double separable_time(const level_tuple& levels) {
  double time = 1;
  for (std::size_t axis = 0; axis < levels.size(); ++axis) {
    const double off = levels[axis] - static_cast<double>(1 + axis);
    time *= 1 + 0.15 * off * off;
  }
  return time;
}

// The number of evaluations until the optimum, a time of 1, is found; `max_evaluations` + 1 if it
// is not.
std::size_t found_after(const strategy& by, const search_options& options,
                        std::size_t max_evaluations) {
  const auto over = separable_space();
  searcher search(over, by, options);
  std::size_t num_evaluations = 0;
  while (num_evaluations < max_evaluations) {
    const auto batch = search.ask(8);
    for (const auto index : batch) {
      ++num_evaluations;
      const double time = separable_time(over.at(index));
      if (time == 1) return num_evaluations;
      search.tell(index, {.time = time});
    }
  }
  return max_evaluations + 1;
}

std::size_t seeds_that_find(const strategy& by, const std::map<std::string, double>& settings,
                            std::size_t within) {
  std::size_t found = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    if (found_after(by, {.seed = seed, .settings = settings}, within) <= within) ++found;
  return found;
}

TEST(model_based, finds_a_separable_optimum_where_random_does_not) {
  EXPECT_GE(seeds_that_find(find_strategy("model_based"), {}, 60), 9u);
  EXPECT_LE(seeds_that_find(find_strategy("random"), {}, 60), 1u);
}

TEST(model_based, loses_little_in_batches) {
  EXPECT_GE(seeds_that_find(find_strategy("model_based"), {{"batch", 8}}, 80), 8u);
}

// Batches grow with the observations, up to the setting.
TEST(model_based, chooses_batches_that_differ) {
  const auto over = separable_space();
  searcher search(over, find_strategy("model_based"), {.settings = {{"batch", 8}}});
  std::set<config_index> seen;
  std::vector<std::size_t> sizes;
  for (int round = 0; round < 60; ++round) {
    const auto batch = search.ask(100);
    sizes.push_back(batch.size());
    EXPECT_TRUE(search.ask(100).empty());
    for (const auto index : batch) {
      EXPECT_TRUE(seen.insert(index).second);
      search.tell(index, {.time = separable_time(over.at(index))});
    }
  }
  EXPECT_EQ(sizes[0], 8u);  // The design.
  EXPECT_EQ(sizes[1], 2u);
  EXPECT_TRUE(std::is_sorted(sizes.begin() + 1, sizes.end()));
  EXPECT_EQ(sizes.back(), 8u);
}

// The design around a base keeps most of its values, and spreads over all axes.
TEST(model_based, begins_around_its_base) {
  const auto over = separable_space();
  const level_tuple base = {3, 3, 3, 3, 3};
  std::size_t kept = 0, count = 0;
  std::set<std::size_t> changed;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    searcher search(over, find_strategy("model_based"),
                    {.seed = seed, .start = over.index_of(base)});
    const auto design = search.ask(100);
    ASSERT_EQ(design.size(), 5u);
    EXPECT_EQ(over.at(design.front()), base);
    for (std::size_t i = 1; i < design.size(); ++i, ++count)
      for (std::size_t axis = 0; axis < base.size(); ++axis)
        if (over.at(design[i])[axis] == base[axis])
          ++kept;
        else
          changed.insert(axis);
  }
  const double mean_kept = static_cast<double>(kept) / static_cast<double>(count);
  EXPECT_GT(mean_kept, 2);  // A config drawn at random keeps 0.7.
  EXPECT_EQ(changed.size(), base.size());
}

// Earlier measurements are used: the first choice after the design is already a good one.
TEST(model_based, learns_from_what_it_did_not_ask_for) {
  const auto over = separable_space();
  searcher search(over, find_strategy("model_based"), {.seed = 3});
  random_source random(9);
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 60; ++i) {
    const auto index = over.sample(random);
    const double time = separable_time(over.at(index));
    search.tell(index, {.time = time});
    best = std::min(best, time);
  }
  for (int i = 0; i < 8; ++i)
    for (const auto index : search.ask())
      search.tell(index, {.time = separable_time(over.at(index))});
  EXPECT_LT(separable_time(over.at(search.ask().front())), best);
}

// A corner where nothing runs is soon avoided.
TEST(model_based, avoids_what_does_not_run) {
  const auto over = separable_space();
  searcher search(over, find_strategy("model_based"), {.seed = 2});
  int failed = 0;
  for (int i = 0; i < 100; ++i) {
    const auto index = search.ask().front();
    const auto levels = over.at(index);
    const bool runs = levels[0] + levels[4] < 7;  // 3 of 7 do not.
    if (runs)
      search.tell(index, {.time = separable_time(levels)});
    else
      search.tell(index, {.reason = "too many registers"});
    failed += runs || i < 20 ? 0 : 1;
  }
  EXPECT_LT(failed, 20);
}

TEST(model_based, goes_on_beyond_its_window) {
  const std::map<std::string, double> narrow = {{"window", 30}};
  EXPECT_GE(seeds_that_find(find_strategy("model_based"), narrow, 200), 9u);
}

// Expected times that are right up to a factor lead to the optimum at once.
TEST(model_based, begins_with_what_is_expected_to_be_the_fastest) {
  const auto over = separable_space();
  std::map<config_index, double> expected;
  for (config_index index = 0; index < over.count(); ++index)
    expected[index] = 7 * separable_time(over.at(index));
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    EXPECT_EQ(
        found_after(find_strategy("model_based"), {.seed = seed, .expected_times = expected}, 60),
        1u);
}

// The design without a list has eight configs. With one, four of its fastest configs are measured,
// and of the design only three if these show that the list is useful.
TEST(model_based, completes_its_design_if_the_list_is_useless) {
  const auto over = separable_space();
  std::map<config_index, double> useful, useless;
  for (config_index index = 0; index < over.count(); ++index) {
    useful[index] = separable_time(over.at(index));
    useless[index] = 1 / useful[index];
  }
  const auto asked_first = [&](const std::map<config_index, double>& expected) {
    searcher search(over, find_strategy("model_based"), {.seed = 1, .expected_times = expected});
    std::size_t asked = 0;
    for (int batch = 0; batch < 2; ++batch) {
      const auto now = search.ask(20);
      asked += now.size();
      for (const auto index : now) search.tell(index, {.time = separable_time(over.at(index))});
    }
    return asked;
  };
  EXPECT_EQ(asked_first(useful), 4u + 3 + 1);
  EXPECT_EQ(asked_first(useless), 4u + 8);
}

// Expected times that say nothing cost a few evaluations.
TEST(model_based, recovers_from_useless_expected_times) {
  const auto over = separable_space();
  random_source random(4);
  std::map<config_index, double> expected;
  for (config_index index = 0; index < over.count(); ++index) expected[index] = 1 + random.unit();
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    if (found_after(find_strategy("model_based"), {.seed = seed, .expected_times = expected}, 80) <=
        80)
      ++found;
  EXPECT_GE(found, 4);
}

TEST(model_based, takes_a_space_of_three) {
  const auto over = space::of_rules({testing::numbers("a", 3)}, {});
  searcher search(over, find_strategy("model_based"));
  std::set<config_index> seen;
  while (!search.exhausted())
    for (const auto index : search.ask()) {
      seen.insert(index);
      search.tell(index, {.time = 1.0 + static_cast<double>(index)});
    }
  EXPECT_EQ(seen.size(), 3u);
}

}  // namespace
}  // namespace warpmark::tuning
