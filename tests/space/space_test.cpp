// Spaces against brute force: count, numbering, membership, groups, lists.

#include <set>

#include <gtest/gtest.h>

#include "bench/space/space_error.hpp"
#include "tests/space/small_spaces.hpp"

namespace warpmark::spaces {
namespace {

using testing::for_each_tuple;
using testing::numbers;
using testing::random_rules;

rule equal(std::size_t a, std::size_t b) {
  return {"equal", {a, b}, [a, b](std::span<const std::uint32_t> levels) {
            return levels[a] == levels[b];
          }};
}

class random_space : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(random_space, counts_and_numbers_what_the_rules_allow) {
  for (std::uint64_t seed = GetParam() * 100; seed < GetParam() * 100 + 100; ++seed) {
    const auto definition = random_rules(seed);
    const auto members = definition.members();
    const auto found = space::of_rules(definition.axes, definition.rules);
    ASSERT_EQ(found.count(), members.size()) << "seed " << seed;
    std::set<config_index> indices;
    for_each_tuple(definition.axes, [&](const level_tuple& levels) {
      const auto index = found.index_of(levels);
      ASSERT_EQ(index.has_value(), definition.allow(levels)) << "seed " << seed;
      if (!index) return;
      ASSERT_LT(*index, found.count());
      ASSERT_EQ(found.at(*index), levels) << "seed " << seed;
      indices.insert(*index);
    });
    ASSERT_EQ(indices.size(), members.size()) << "seed " << seed;
  }
}

TEST_P(random_space, is_the_same_as_the_list_of_its_members) {
  const auto definition = random_rules(GetParam());
  auto members = definition.members();
  const auto count = members.size();
  if (count > 0) members.push_back(members.front());
  const auto found = space::of_list(definition.axes, members);
  ASSERT_EQ(found.count(), count);
  for_each_tuple(definition.axes, [&](const level_tuple& levels) {
    EXPECT_EQ(found.contains(levels), definition.allow(levels));
  });
}

INSTANTIATE_TEST_SUITE_P(of_seed, random_space, ::testing::Range<std::uint64_t>(0, 10));

TEST(space, shows_which_axes_rules_tie_together) {
  const auto found = space::of_rules(
      {numbers("a", 3), numbers("b", 4), numbers("c", 3), numbers("d", 5)}, {equal(0, 2)});
  ASSERT_EQ(found.groups().size(), 3u);
  EXPECT_EQ(std::set(found.groups()[0].axes.begin(), found.groups()[0].axes.end()),
            (std::set<std::size_t>{0, 2}));
  EXPECT_EQ(found.groups()[0].rules, (std::vector<std::size_t>{0}));
  EXPECT_EQ(found.count_of(0), 3u);
  EXPECT_EQ(found.count_of(1), 4u);
  EXPECT_EQ(found.count_of(2), 5u);
  EXPECT_EQ(found.count(), 60u);
}

TEST(space, has_the_configs_that_no_rule_forbids) {
  const auto found = space::of_rules({numbers("a", 3), numbers("b", 3)}, {equal(0, 1)});
  EXPECT_FALSE(found.contains({1, 2}));
  EXPECT_FALSE(found.contains({1, 3}));
  EXPECT_EQ(found.text(*found.index_of({1, 1})), "a=2,b=2");
}

TEST(space, of_rules_that_leave_nothing_is_empty) {
  const auto never = [](std::span<const std::uint32_t>) { return false; };
  EXPECT_EQ(space::of_rules({numbers("a", 3)}, {{"never", {0}, never}}).count(), 0u);
  EXPECT_EQ(space::of_rules({numbers("a", 3)}, {{"never at all", {}, never}}).count(), 0u);
  EXPECT_EQ(space::of_list({numbers("a", 3)}, {}).count(), 0u);
  EXPECT_FALSE(space::of_rules({numbers("a", 3)}, {{"never at all", {}, never}}).contains({0}));
}

TEST(space, refuses_what_it_cannot_count) {
  EXPECT_THROW(space::of_rules({space_axis{.name = "none"}}, {}), space_error);
  EXPECT_THROW(space::of_rules(std::vector<space_axis>(20, numbers("a", 10)), {}), space_error);
}

TEST(axis_value, reads_numbers_and_leaves_names) {
  EXPECT_EQ(axis_value_of("0.5").number, 0.5);
  EXPECT_EQ(axis_value_of("-3").number, -3.0);
  for (const auto* name : {"blocked", "16x", "", "nan", "inf"})
    EXPECT_FALSE(axis_value_of(name).number) << name;
  std::vector<axis_value> values;
  for (const auto* text : {"b", "16", "2", "a", "0.5"}) values.push_back(axis_value_of(text));
  put_in_order(values);
  std::string order;
  for (const auto& value : values) order += value.text + " ";
  EXPECT_EQ(order, "0.5 2 16 b a ");
}

}  // namespace
}  // namespace warpmark::spaces
