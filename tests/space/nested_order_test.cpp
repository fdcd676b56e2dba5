// Numbering in the order of nested loops against walking the loops.

#include "bench/space/nested_order.hpp"

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

#include "bench/space/random_source.hpp"
#include "tests/space/small_spaces.hpp"

namespace warpmark::spaces {
namespace {

using testing::numbers;
using testing::random_rules;

nested_order in_order(const std::vector<space_axis>& axes, const std::vector<rule>& rules,
                      std::size_t leading) {
  return {level_space(sizes_of(axes), rules, {.nested = true, .leading = leading}), leading};
}

bool agree(const level_tuple& a, const level_tuple& b, std::size_t leading) {
  return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(leading), b.begin());
}

class nested_random_space : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(nested_random_space, is_numbered_as_loops_meet_its_members) {
  for (std::uint64_t seed = GetParam() * 100; seed < GetParam() * 100 + 100; ++seed) {
    const auto definition = random_rules(seed);
    const auto members = definition.members();
    const std::size_t leading = seed % (definition.axes.size() + 1);
    const auto found = in_order(definition.axes, definition.rules, leading);
    ASSERT_EQ(found.count(), members.size()) << "seed " << seed;
    for (std::size_t place = 0; place < members.size(); ++place) {
      ASSERT_EQ(found.at(place), members[place]) << "seed " << seed << ", " << place;
      ASSERT_EQ(found.place_of(members[place]), place);
      const auto run = found.run_of(place);
      for (std::size_t other = 0; other < members.size(); ++other)
        ASSERT_EQ(other >= run.first && other < run.first + run.count,
                  agree(members[place], members[other], leading))
            << "seed " << seed << ", " << place << ", " << other;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(of_seed, nested_random_space, ::testing::Range<std::uint64_t>(0, 5));

TEST(nested_order, has_no_place_for_what_is_no_member) {
  const auto none = in_order(
      {numbers("a", 2)}, {{"never", {0}, [](std::span<const std::uint32_t>) { return false; }}}, 0);
  EXPECT_EQ(none.count(), 0u);
  EXPECT_FALSE(none.place_of({0}));
  const auto some = in_order({numbers("a", 2)}, {}, 0);
  EXPECT_FALSE(some.place_of({2}));
  EXPECT_FALSE(some.place_of({0, 0}));
}

// Twelve axes of twenty values, 4 * 10^15 tuples, in pairs of which one is smaller.
TEST(nested_order, draws_from_a_space_that_nobody_could_list_with_few_questions) {
  std::vector<space_axis> axes;
  axes.reserve(12);
  for (int axis = 0; axis < 12; ++axis) axes.push_back(numbers(std::to_string(axis), 20));
  const auto questions = std::make_shared<std::uint64_t>(0);
  std::vector<rule> rules;
  for (std::size_t axis = 0; axis < 12; axis += 2)
    rules.push_back(
        {"smaller", {axis, axis + 1}, [axis, questions](std::span<const std::uint32_t> levels) {
           ++*questions;
           return levels[axis] < levels[axis + 1];
         }});
  const auto found = in_order(axes, rules, 0);
  EXPECT_EQ(found.count(), 190ull * 190 * 190 * 190 * 190 * 190);
  EXPECT_EQ(*questions, 6 * 20u * 20u);
  for (config_index place = 0; place < 1000; ++place)
    ASSERT_EQ(found.place_of(found.at(place)), place);
  EXPECT_EQ(found.at(0), (level_tuple{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(found.at(1), (level_tuple{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 2}));
  EXPECT_EQ(*questions, 6 * 20u * 20u) << "drawing asks nothing";
}

// Pairs that lie far apart: all firsts would have to be kept in mind until the seconds come.
TEST(nested_order, gives_up_the_order_of_loops_where_it_would_cost_too_much) {
  std::vector<space_axis> axes = {numbers("leading", 3)};
  for (int axis = 0; axis < 12; ++axis) axes.push_back(numbers(std::to_string(axis), 20));
  std::vector<rule> rules;
  for (std::size_t axis = 1; axis <= 6; ++axis)
    rules.push_back({"smaller", {0, axis, axis + 6}, [axis](std::span<const std::uint32_t> levels) {
                       return levels[axis] + levels[0] < levels[axis + 6];
                     }});
  const auto found = in_order(axes, rules, 1);
  const auto sixth = [](std::uint64_t pairs) {
    return pairs * pairs * pairs * pairs * pairs * pairs;
  };
  EXPECT_EQ(found.count(), sixth(190) + sixth(171) + sixth(153));
  EXPECT_EQ(found.run_of(0).count, sixth(190));
  random_source random(3);
  for (int i = 0; i < 100; ++i) {
    const auto place = random.below(found.count());
    const auto levels = found.at(place);
    ASSERT_EQ(found.place_of(levels), place);
    ASSERT_EQ(levels[0], place < sixth(190) ? 0u : place < sixth(190) + sixth(171) ? 1u : 2u);
  }
}

}  // namespace
}  // namespace warpmark::spaces
