#include "variants/registry.hpp"

#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>

#include "tests/core/random_registry.hpp"

namespace warpmark {
namespace {

using tests::plain_variant;

TEST(registry, sets_the_family_of_each_variant_and_mutant) {
  const registry registry({{.name = "one"}, {.name = "two"}},
                          {plain_variant("two", "a"), plain_variant("one", "b")},
                          {plain_variant("two", "mutants/c")});
  for (const char* path : {"two/a", "one/b", "two/mutants/c"}) {
    const variant* found = registry.find_variant(path);
    ASSERT_NE(found, nullptr) << path;
    EXPECT_EQ(found->contract, registry.find_family(found->family)) << path;
  }
  EXPECT_EQ(registry.find_variant("one/a"), nullptr);
  EXPECT_EQ(registry.find_family("three"), nullptr);
}

TEST(registry, keeps_addresses_when_it_is_moved) {
  registry made({{.name = "one"}}, {plain_variant("one", "a")});
  const variant* before = made.find_variant("one/a");
  registry moved;
  moved = std::move(made);
  EXPECT_EQ(moved.find_variant("one/a"), before);
  EXPECT_EQ(before->contract, moved.find_family("one"));
}

TEST(registry, refuses_a_variant_of_none_of_its_families) {
  EXPECT_THROW(registry({{.name = "one"}}, {plain_variant("other", "a")}), std::invalid_argument);
}

TEST(registry, gives_problem_axes_with_the_variants_own_bases) {
  family all{.name = "all"};
  all.axes = {tests::numbers("n", 1, 4), tests::numbers("m", 1, 4)};
  variant one = plain_variant("all", "one");
  one.default_problem = {{"n", std::int64_t{3}}};
  variant faulty = one;
  faulty.name = "mutants/faulty";
  faulty.mutant.emplace();
  const registry registry({all}, {one}, {faulty});
  const auto axes = registry.variants().front().problem_axes();
  ASSERT_EQ(axes.size(), 2u);
  EXPECT_EQ(axes[0].base, parameter_value(std::int64_t{3}));
  EXPECT_EQ(axes[1].base, parameter_value(std::int64_t{1}));
  EXPECT_TRUE(axes[0].swept);
  for (const auto& along : registry.mutants().front().problem_axes()) EXPECT_FALSE(along.swept);
}

}  // namespace
}  // namespace warpmark
