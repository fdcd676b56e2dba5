// Neighbourhoods against their definitions.

#include "tuning/strategies/neighbours.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "tests/tuning/spaces.hpp"

namespace warpmark::tuning {
namespace {

using testing::random_rules;

std::size_t axes_that_differ(const level_tuple& a, const level_tuple& b) {
  std::size_t count = 0;
  for (std::size_t axis = 0; axis < a.size(); ++axis) count += a[axis] != b[axis] ? 1 : 0;
  return count;
}

// Whether an allowed level is between those of two configs that differ on one axis.
bool something_between(const space& over, const level_tuple& a, const level_tuple& b) {
  for (std::size_t axis = 0; axis < a.size(); ++axis) {
    level_tuple between = a;
    for (auto level = std::min(a[axis], b[axis]) + 1; level < std::max(a[axis], b[axis]); ++level) {
      between[axis] = level;
      if (over.contains(between)) return true;
    }
  }
  return false;
}

TEST(neighbours, are_what_their_definition_says) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto definition = random_rules(seed);
    const auto over = space::of_rules(definition.axes, definition.rules);
    const auto members = definition.members();
    for (std::size_t m = 0; m < members.size(); m += 1 + members.size() / 20) {
      std::set<config_index> any, adjacent;
      for (const auto& other : members) {
        if (axes_that_differ(members[m], other) != 1) continue;
        any.insert(*over.index_of(other));
        if (!something_between(over, members[m], other)) adjacent.insert(*over.index_of(other));
      }
      const auto found_any = neighbours(over, members[m], neighbourhood::any_value);
      const auto found_adjacent = neighbours(over, members[m], neighbourhood::adjacent);
      EXPECT_EQ(std::set(found_any.begin(), found_any.end()), any) << "seed " << seed;
      EXPECT_EQ(found_any.size(), any.size());
      EXPECT_EQ(std::set(found_adjacent.begin(), found_adjacent.end()), adjacent)
          << "seed " << seed;
      EXPECT_EQ(found_adjacent.size(), adjacent.size());
    }
  }
}

TEST(neighbours, on_an_axis_of_names_are_all_adjacent) {
  space_axis names{.name = "load"};
  for (const auto* text : {"direct", "striped", "transposed"})
    names.values.push_back(axis_value_of(text));
  const auto over = space::of_rules({names, testing::numbers("block", 5)}, {});
  EXPECT_EQ(neighbours(over, {0, 0}, neighbourhood::adjacent).size(), 2u + 1u);
  EXPECT_EQ(neighbours(over, {1, 2}, neighbourhood::adjacent).size(), 2u + 2u);
  EXPECT_EQ(neighbours(over, {1, 2}, neighbourhood::any_value).size(), 2u + 4u);
}

}  // namespace
}  // namespace warpmark::tuning
