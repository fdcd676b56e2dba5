// The space of every variant against asking its constraints for every config of the product.

#include "bench/space/variant_space.hpp"

#include <gtest/gtest.h>

#include "tests/space/small_spaces.hpp"
#include "variants/registry.hpp"

namespace warpmark::spaces {
namespace {

problem base_problem(const variant& variant) {
  problem problem;
  for (const auto& along : variant.problem_axes()) problem.set(along.name, along.base);
  return problem;
}

bool every_constraint_holds(const variant& variant, const problem& problem, const config& config) {
  for (const auto& constraint : variant.constraints)
    if (!constraint.holds(problem, config, {})) return false;
  return true;
}

std::string test_name(const variant& variant) {
  std::string name = variant.path();
  for (char& c : name)
    if (c == '/') c = '_';
  return name;
}

TEST(variant_space, is_what_the_constraints_of_every_variant_allow) {
  std::size_t tied = 0;
  for (const variant& variant : built_in_registry().variants()) {
    const auto problem = base_problem(variant);
    const auto over = space_of(variant, problem, {});
    std::uint64_t product = 1;
    for (const auto& along : over.axes()) product *= along.size();
    if (product > 200'000) continue;
    std::uint64_t allowed = 0;
    testing::for_each_tuple(over.axes(), [&](const level_tuple& levels) {
      config config;
      for (std::size_t axis = 0; axis < levels.size(); ++axis) {
        const auto& value = over.axes()[axis].values[levels[axis]];
        if (variant.axes[axis].is_integer())
          config.set(variant.axes[axis].name, static_cast<std::int64_t>(*value.number));
        else
          config.set(variant.axes[axis].name, value.text);
      }
      const bool holds = every_constraint_holds(variant, problem, config);
      allowed += holds ? 1 : 0;
      const auto index = over.index_of(levels);
      ASSERT_EQ(index.has_value(), holds) << test_name(variant) << ": " << config.canonical();
      if (!index) return;
      ASSERT_EQ(config_at(variant, over, *index).canonical(), config.canonical());
    });
    EXPECT_EQ(over.count(), allowed) << test_name(variant);
    if (const auto base = base_of(variant, over)) {
      for (const auto& along : variant.axes)
        EXPECT_EQ(*config_at(variant, over, *base).find(along.name), along.base)
            << test_name(variant);
    }
    if (over.groups().size() < variant.axes.size()) ++tied;
  }
  EXPECT_GT(tied, 5u) << "constraints over several axes were not found out";
}

variant with_constraint(std::function<bool(const config&)> holds) {
  variant variant;
  variant.family = "test";
  variant.name = "test";
  for (const auto* name : {"a", "b", "c"})
    variant.axes.push_back({.name = name,
                            .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}},
                            .base = std::int64_t{1}});
  variant.axes.push_back(
      {.name = "mode", .values = {std::string("x"), std::string("y")}, .base = std::string("x")});
  variant.constraints = {{"test", [holds](const problem&, const config& config,
                                          const device_limits&) { return holds(config); }}};
  return variant;
}

// What a constraint reads may depend on what it has read.
TEST(variant_space, finds_axes_that_are_read_now_and_then) {
  const variant variant = with_constraint([](const config& config) {
    if (config.integer("a") < 3) return true;
    return config.text("mode") == "x" || config.integer("c") == 2;
  });
  const auto over = space_of(variant, {}, {});
  EXPECT_EQ(over.count(), (2u * 3 * 3 * 2) + (3u * 3) + 3u);
  ASSERT_EQ(over.groups().size(), 2u);
  EXPECT_EQ(over.groups()[0].axes.size(), 3u);
}

TEST(variant_space, takes_values_instead_of_those_of_the_axes) {
  const variant variant =
      with_constraint([](const config& config) { return config.integer("a") != 20; });
  const auto over = space_of(variant, {}, {},
                             {{std::int64_t{20}, std::int64_t{10}, std::int64_t{30}},
                              {std::int64_t{1}},
                              {std::int64_t{1}},
                              {std::string("y")}});
  EXPECT_EQ(over.count(), 2u);
  EXPECT_EQ(config_at(variant, over, 0).canonical(), "a=10,b=1,c=1,mode=y");
  EXPECT_FALSE(base_of(variant, over));
}

// Neither axis changes the answer alone, and no value of either is of a kind that cannot be
// compared.
TEST(variant_space, finds_axes_that_are_only_compared_with_each_other) {
  const variant variant =
      with_constraint([](const config& config) { return *config.find("a") == *config.find("c"); });
  EXPECT_EQ(space_of(variant, {}, {}).count(), 3u * 3 * 2);
}

TEST(variant_space, asks_no_constraint_where_one_before_it_does_not_hold) {
  variant variant = with_constraint([](const config& config) { return config.integer("a") != 2; });
  variant.constraints.push_back(
      {"a later one", [](const problem&, const config& config, const device_limits&) {
         if (config.integer("a") == 2) throw std::domain_error("a is 2");
         return config.integer("b") > config.integer("a");
       }});
  EXPECT_EQ(space_of(variant, {}, {}).count(), (2u + 0u) * 3 * 2);
}

// The later one reads a alone, so it may be asked before b is known.
TEST(variant_space, takes_no_failure_for_one_where_a_constraint_before_it_does_not_hold) {
  variant variant = with_constraint(
      [](const config& config) { return config.integer("a") != 2 || config.integer("b") > 3; });
  variant.constraints.push_back(
      {"a later one", [](const problem&, const config& config, const device_limits&) {
         if (config.integer("a") == 2) throw std::domain_error("a is 2");
         return true;
       }});
  EXPECT_EQ(space_of(variant, {}, {}).count(), 2u * 3 * 3 * 2);
}

TEST(variant_space, passes_on_what_a_constraint_throws_at_some_configs) {
  const variant variant = with_constraint([](const config& config) {
    if (config.integer("a") == 2 && config.integer("b") == 3) throw std::domain_error("2 and 3");
    return true;
  });
  EXPECT_THROW(space_of(variant, {}, {}), std::domain_error);
}

TEST(variant_space, passes_on_what_a_constraint_throws_at_a_single_config) {
  const variant variant = with_constraint([](const config& config) {
    if (config.canonical() == "a=2,b=3,c=1,mode=y") throw std::domain_error("there");
    return config.integer("a") + config.integer("b") + config.integer("c") > 0 ||
           config.text("mode") == "x";
  });
  EXPECT_THROW(space_of(variant, {}, {}), std::domain_error);
}

// Which of several failures is reported does not depend on the walk.
TEST(variant_space, passes_on_what_the_first_of_two_constraints_throws) {
  variant variant = with_constraint([](const config& config) {
    if (config.integer("c") == 3) throw std::domain_error("the first");
    return true;
  });
  variant.constraints.push_back(
      {"a later one", [](const problem&, const config& config, const device_limits&) {
         if (config.integer("a") == 1) throw std::out_of_range("the second");
         return true;
       }});
  EXPECT_THROW(space_of(variant, {}, {}), std::domain_error);
}

TEST(variant_space, passes_on_what_a_constraint_itself_throws) {
  const variant variant =
      with_constraint([](const config& config) { return config.integer("absent") > 0; });
  EXPECT_THROW(space_of(variant, {}, {}), std::out_of_range);
}

}  // namespace
}  // namespace warpmark::spaces
