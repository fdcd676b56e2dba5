// Plans against listing every point, and plans of more points than could be listed.

#include "bench/core/sweep_plan.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/core/random_registry.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

using tests::numbers;
using tests::plain_variant;
using tests::random_registry;

struct listing {
  std::vector<std::string> keys;
  std::map<std::string, std::uint64_t> pruned;
};

// Each element of a product of lists, the last fastest.
void walk(const std::vector<std::vector<parameter_value>>& values,
          const std::function<void(const std::vector<parameter_value>&)>& f,
          std::vector<parameter_value> chosen = {}) {
  if (chosen.size() == values.size()) return f(chosen);
  for (const auto& value : values[chosen.size()]) {
    chosen.push_back(value);
    walk(values, f, chosen);
    chosen.pop_back();
  }
}

template <class Parameters>
void set_all(Parameters& to, const std::vector<axis>& axes,
             const std::vector<parameter_value>& chosen) {
  for (std::size_t axis = 0; axis < axes.size(); ++axis) to.set(axes[axis].name, chosen[axis]);
}

// By asking for each config of each problem of each variant, in nested loops.
listing listed(const registry& registry, const selection& selection) {
  listing result;
  for (const auto& group : selected_groups(registry, selection, result.pruned))
    walk(group.values, [&](const std::vector<parameter_value>& chosen) {
      for (const auto* variant : group.variants) {
        point at{.variant = variant};
        set_all(at.problem, group.axes, chosen);
        if (const auto reason = reason_against(*variant, at.problem); !reason.empty()) {
          ++result.pruned[reason];
          continue;
        }
        std::vector<std::vector<parameter_value>> values;
        for (const auto& along : variant->axes)
          values.push_back(values_along(along, selection.config, false));
        walk(values, [&](const std::vector<parameter_value>& config) {
          set_all(at.config, variant->axes, config);
          if (const auto reason = reason_against(at, {}); !reason.empty())
            ++result.pruned[reason];
          else
            result.keys.push_back(at.key());
        });
      }
    });
  return result;
}

// Some axes by name, with values that some variants do not admit, in no order.
selection random_selection(const registry& registry, std::uint64_t seed) {
  spaces::random_source random(seed);
  selection selection;
  if (random.below(2) == 0) selection.problem.push_back({"type", "f32,i32"});
  if (random.below(2) == 0) selection.problem.push_back({"n", "2,1"});
  for (const auto& variant : registry.variants())
    for (const auto& along : variant.axes)
      if (random.below(3) == 0 && selection.config.empty())
        selection.config.push_back({along.name, fmt::format("{},{}", to_text(along.values.back()),
                                                            to_text(along.values.front()))});
  return selection;
}

class sweep_plan_of_random_variants : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(sweep_plan_of_random_variants, has_the_points_the_order_and_the_reasons_of_a_listing) {
  std::size_t some = 0;
  for (std::uint64_t seed = GetParam() * 200; seed < GetParam() * 200 + 200; ++seed) {
    const registry registry = random_registry(seed);
    const selection selection = random_selection(registry, seed);
    const listing expected = listed(registry, selection);
    if (expected.keys.empty()) {
      EXPECT_THROW(sweep_plan(registry, selection, {}), no_point_left) << "seed " << seed;
      continue;
    }
    ++some;
    const sweep_plan plan(registry, selection, {});
    std::vector<std::string> keys;
    std::map<const variant*, std::uint64_t> counts;
    for_each_point(plan, [&](const point& point) {
      keys.push_back(point.key());
      ++counts[point.variant];
    });
    ASSERT_EQ(keys, expected.keys) << "seed " << seed;
    ASSERT_EQ(plan.count(), keys.size()) << "seed " << seed;
    ASSERT_EQ(plan.count_by_variant(), counts) << "seed " << seed;
    ASSERT_EQ(plan.pruned(), expected.pruned) << "seed " << seed;
  }
  EXPECT_GT(some, 50u);
}

TEST_P(sweep_plan_of_random_variants, knows_its_points_by_their_keys) {
  for (std::uint64_t seed = GetParam() * 20; seed < GetParam() * 20 + 20; ++seed) {
    const registry registry = random_registry(seed);
    selection few = random_selection(registry, seed);
    few.problem.clear();
    few.problem.push_back({"n", "1"});
    const listing all = listed(registry, {}), some = listed(registry, few);
    if (some.keys.empty()) continue;
    const sweep_plan plan(registry, few, {});
    const auto has = plan.membership();
    for (const auto& key : all.keys)
      EXPECT_EQ(has(key), std::find(some.keys.begin(), some.keys.end(), key) != some.keys.end())
          << "seed " << seed << ": " << key;
    for (const auto* key : {"", "random/v0", "random/v0[n=1]", "random/v0[][]", "other/v0[n=1][]"})
      EXPECT_FALSE(has(key)) << key;
  }
}

TEST_P(sweep_plan_of_random_variants, gives_problems_as_blocks_of_points) {
  for (std::uint64_t seed = GetParam() * 20; seed < GetParam() * 20 + 20; ++seed) {
    const registry registry = random_registry(seed);
    if (listed(registry, {}).keys.empty()) continue;
    const sweep_plan plan(registry, {}, {});
    const auto next = plan.problems();
    std::string before;
    while (const auto problem = next()) {
      ASSERT_GT(problem->count, 0u);
      const std::string key = problem->at(0).problem_key();
      for (std::uint64_t place = 1; place < problem->count; ++place)
        ASSERT_EQ(problem->at(place).problem_key(), key);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(of_seed, sweep_plan_of_random_variants,
                         ::testing::Range<std::uint64_t>(0, 5));

// 3 sizes and ten axes of ten values, of which a constraint ties two: 1.65 * 10^10 points. `asked`
// counts the questions to it.
registry large_registry(const std::shared_ptr<std::uint64_t>& asked) {
  family all{.name = "large"};
  all.axes = {{.name = "type", .summary = {}, .values = {"i32"}, .base = "i32"},
              numbers("n", 1, 3)};
  variant variant = plain_variant("large", "one");
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"})
    variant.axes.push_back(numbers(name, 1, 10));
  variant.constraints = {
      {"a is at most b", [asked](const problem&, const config& config, const device_limits&) {
         ++*asked;
         return config.integer("a") <= config.integer("b");
       }}};
  warpmark::variant other = variant;
  other.name = "other";
  return {{std::move(all)}, {std::move(variant), std::move(other)}};
}

constexpr std::uint64_t points_of_one = 3ull * 55 * 100'000'000;

TEST(large_sweep, is_counted_with_few_questions) {
  const auto asked = std::make_shared<std::uint64_t>(0);
  const registry registry = large_registry(asked);
  const sweep_plan plan(registry, {}, {});
  EXPECT_EQ(plan.count(), 2 * points_of_one);
  for (const auto& [of, count] : plan.count_by_variant()) EXPECT_EQ(count, points_of_one);
  const auto pruned = plan.pruned();
  EXPECT_EQ(pruned.at("large/one: a is at most b"), 3ull * 45 * 100'000'000);
  EXPECT_EQ(pruned.size(), 2u);
  // A few walks over the hundred pairs of each variant.
  EXPECT_LT(*asked, 5'000u);
}

TEST(large_sweep, gives_its_first_points_with_few_questions) {
  const auto asked = std::make_shared<std::uint64_t>(0);
  const registry registry = large_registry(asked);
  const sweep_plan plan(registry, {}, {});
  const auto next = plan.problems();
  const auto problem = next();
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->count, 2 * points_of_one / 3);
  EXPECT_EQ(problem->at(0).key(),
            "large/one[type=i32,n=1][a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1,j=1]");
  std::set<std::string> keys;
  for (std::uint64_t place = 0; place < 1000; ++place) {
    const point point = problem->at(place);
    EXPECT_EQ(reason_against(point, {}), "");
    keys.insert(point.key());
  }
  EXPECT_EQ(keys.size(), 1000u);
  EXPECT_EQ(problem->at(problem->count / 2).variant->name, "other");
  EXPECT_EQ(problem->at(problem->count - 1).config.canonical(),
            "a=10,b=10,c=10,d=10,e=10,f=10,g=10,h=10,i=10,j=10");
  EXPECT_LT(*asked, 10'000u);
}

TEST(large_sweep, is_not_listed) {
  const registry registry = large_registry(std::make_shared<std::uint64_t>(0));
  try {
    make_sweep(registry, {}, {});
    FAIL();
  } catch (const too_many_points& error) {
    EXPECT_EQ(std::string(error.what()),
              "33000000000 points are selected; expected at most 100000: select fewer values "
              "with -p and -c, e.g. -c block=256");
  }
}

TEST(large_sweep, of_2_to_the_64_points_says_that_they_cannot_be_counted) {
  family all{.name = "huge"};
  all.axes = {{.name = "type", .summary = {}, .values = {"i32"}, .base = "i32"},
              numbers("n", 1, 3)};
  variant variant = plain_variant("huge", "one");
  for (int axis = 0; axis < 22; ++axis)
    variant.axes.push_back(numbers("a" + std::to_string(axis), 1, 10));
  const registry registry({std::move(all)}, {std::move(variant)});
  EXPECT_EQ(sweep_plan(registry, {}, {}).count(), UINT64_MAX);
}

// As many problems as one config each: n and three more axes of a thousand values.
TEST(large_sweep, of_many_problems_is_walked_from_its_first) {
  family all{.name = "problems"};
  all.axes = {{.name = "type", .summary = {}, .values = {"i32"}, .base = "i32"},
              numbers("n", 1, 1000),
              numbers("x", 1, 1000),
              numbers("y", 1, 1000)};
  auto asked = std::make_shared<std::uint64_t>(0);
  all.problem_error = [asked](const problem& problem) {
    ++*asked;
    return problem.integer("n") % 2 == 0 ? fmt::format("{} is even", problem.integer("n"))
                                         : std::string();
  };
  const registry registry({std::move(all)}, {plain_variant("problems", "one")});
  const sweep_plan plan(registry, {}, {});
  EXPECT_EQ(plan.count(), 500'000'000u);
  const auto next = plan.problems();
  next();
  EXPECT_EQ(next()->at(0).key(), "problems/one[type=i32,n=1,x=1,y=2][]");
  const auto pruned = plan.pruned();
  EXPECT_EQ(pruned.at("problems: 2 is even"), 1'000'000u);
  EXPECT_EQ(pruned.at("problems: for other reasons of this kind"), 400'000'000u);
  EXPECT_EQ(pruned.size(), 101u);
  EXPECT_LT(*asked, 20'000u);
}

TEST(tuned_problems, are_refused_before_they_are_listed) {
  family all{.name = "problems"};
  all.axes = {{.name = "type", .summary = {}, .values = {"i32"}, .base = "i32"},
              numbers("n", 1, 1000),
              numbers("x", 1, 1000)};
  const registry registry({std::move(all)}, {plain_variant("problems", "one")});
  std::map<std::string, std::uint64_t> pruned;
  EXPECT_THROW(make_choices(registry, {}, pruned), too_many_points);
  EXPECT_EQ(make_choices(registry, {.patterns = {}, .problem = {{"x", "7"}}, .config = {}}, pruned)
                .size(),
            1000u);
}

}  // namespace
}  // namespace warpmark
