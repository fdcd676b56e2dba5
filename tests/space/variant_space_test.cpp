// The space of every variant against asking its constraints for every config of the product.

#include "bench/space/variant_space.hpp"

#include <gtest/gtest.h>

#include "tests/space/small_spaces.hpp"
#include "variants/registry.hpp"

namespace warpmark::spaces {
namespace {

problem base_problem(const variant& of) {
  problem asked;
  for (const auto& along : problem_axes_of(of)) asked.set(along.name, along.base);
  return asked;
}

bool every_constraint_holds(const variant& of, const problem& asked, const config& how) {
  for (const auto& each : of.constraints)
    if (!each.holds(asked, how, {})) return false;
  return true;
}

std::string test_name(const variant& of) {
  std::string name = of.path();
  for (char& c : name)
    if (c == '/') c = '_';
  return name;
}

TEST(variant_space, is_what_the_constraints_of_every_variant_allow) {
  std::size_t tied = 0;
  for (const variant& of : all_variants()) {
    const auto asked = base_problem(of);
    const auto over = space_of(of, asked, {});
    std::uint64_t product = 1;
    for (const auto& along : over.axes()) product *= along.size();
    if (product > 200'000) continue;
    std::uint64_t allowed = 0;
    testing::for_each_tuple(over.axes(), [&](const level_tuple& levels) {
      config how;
      for (std::size_t axis = 0; axis < levels.size(); ++axis) {
        const auto& value = over.axes()[axis].values[levels[axis]];
        if (of.axes[axis].is_integer())
          how.set(of.axes[axis].name, static_cast<std::int64_t>(*value.number));
        else
          how.set(of.axes[axis].name, value.text);
      }
      const bool holds = every_constraint_holds(of, asked, how);
      allowed += holds ? 1 : 0;
      const auto index = over.index_of(levels);
      ASSERT_EQ(index.has_value(), holds) << test_name(of) << ": " << how.canonical();
      if (!index) return;
      ASSERT_EQ(config_at(of, over, *index).canonical(), how.canonical());
    });
    EXPECT_EQ(over.count(), allowed) << test_name(of);
    if (const auto base = base_of(of, over)) {
      for (const auto& along : of.axes)
        EXPECT_EQ(*config_at(of, over, *base).find(along.name), along.base) << test_name(of);
    }
    if (over.groups().size() < of.axes.size()) ++tied;
  }
  EXPECT_GT(tied, 5u) << "constraints over several axes were not found out";
}

variant with_constraint(std::function<bool(const config&)> holds) {
  variant of;
  of.family = "test";
  of.name = "test";
  for (const auto* name : {"a", "b", "c"})
    of.axes.push_back({.name = name,
                       .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}},
                       .base = std::int64_t{1}});
  of.axes.push_back(
      {.name = "mode", .values = {std::string("x"), std::string("y")}, .base = std::string("x")});
  of.constraints = {{"test", [holds](const problem&, const config& how, const device_limits&) {
                       return holds(how);
                     }}};
  return of;
}

// What a constraint reads may depend on what it has read.
TEST(variant_space, finds_axes_that_are_read_now_and_then) {
  const variant of = with_constraint([](const config& how) {
    if (how.integer("a") < 3) return true;
    return how.text("mode") == "x" || how.integer("c") == 2;
  });
  const auto over = space_of(of, {}, {});
  EXPECT_EQ(over.count(), (2u * 3 * 3 * 2) + (3u * 3) + 3u);
  ASSERT_EQ(over.groups().size(), 2u);
  EXPECT_EQ(over.groups()[0].axes.size(), 3u);
}

TEST(variant_space, takes_values_instead_of_those_of_the_axes) {
  const variant of = with_constraint([](const config& how) { return how.integer("a") != 20; });
  const auto over = space_of(of, {}, {},
                             {{std::int64_t{20}, std::int64_t{10}, std::int64_t{30}},
                              {std::int64_t{1}},
                              {std::int64_t{1}},
                              {std::string("y")}});
  EXPECT_EQ(over.count(), 2u);
  EXPECT_EQ(config_at(of, over, 0).canonical(), "a=10,b=1,c=1,mode=y");
  EXPECT_FALSE(base_of(of, over));
}

// Neither axis changes the answer alone, and no value of either is of a kind that cannot be
// compared.
TEST(variant_space, finds_axes_that_are_only_compared_with_each_other) {
  const variant of =
      with_constraint([](const config& how) { return *how.find("a") == *how.find("c"); });
  EXPECT_EQ(space_of(of, {}, {}).count(), 3u * 3 * 2);
}

TEST(variant_space, asks_no_constraint_where_one_before_it_does_not_hold) {
  variant of = with_constraint([](const config& how) { return how.integer("a") != 2; });
  of.constraints.push_back(
      {"a later one", [](const problem&, const config& how, const device_limits&) {
         if (how.integer("a") == 2) throw std::domain_error("a is 2");
         return how.integer("b") > how.integer("a");
       }});
  EXPECT_EQ(space_of(of, {}, {}).count(), (2u + 0u) * 3 * 2);
}

TEST(variant_space, passes_on_what_a_constraint_throws_at_some_configs) {
  const variant of = with_constraint([](const config& how) {
    if (how.integer("a") == 2 && how.integer("b") == 3) throw std::domain_error("2 and 3");
    return true;
  });
  EXPECT_THROW(space_of(of, {}, {}), std::domain_error);
}

TEST(variant_space, passes_on_what_a_constraint_itself_throws) {
  const variant of = with_constraint([](const config& how) { return how.integer("absent") > 0; });
  EXPECT_THROW(space_of(of, {}, {}), std::out_of_range);
}

}  // namespace
}  // namespace warpmark::spaces
