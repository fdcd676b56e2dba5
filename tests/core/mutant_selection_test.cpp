// Mutants are selected only by those who ask for them.

#include <set>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/core/selection.hpp"
#include "tests/refusal.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

std::string refusal_of(const std::vector<std::string>& patterns) {
  return refusal([&] { select_variants(built_in_registry(), patterns); });
}

TEST(mutant_selection, excludes_mutants_by_default) {
  EXPECT_EQ(select_variants(built_in_registry(), {}).size(), built_in_registry().variants().size());
  EXPECT_EQ(select_variants(built_in_registry(), {}, mutant_scope::included).size(),
            built_in_registry().variants().size() + built_in_registry().mutants().size());
  for (const auto* variant : select_variants(built_in_registry(), {"count", "count/*"}))
    EXPECT_FALSE(variant->mutant);
  for (const auto* variant :
       select_variants(built_in_registry(), {"*/mutants/*"}, mutant_scope::included))
    EXPECT_TRUE(variant->mutant);
  for (const auto& point : make_sweep(built_in_registry(), {}, device_limits{}).points)
    EXPECT_FALSE(point.variant->mutant);
}

TEST(mutant_selection, a_mutant_asked_for_by_name_is_refused_with_the_way_in) {
  for (const char* pattern :
       {"count/mutants/zero_taken_for_known", "mutants/zero_taken_for_known", "*/mutants/*"})
    EXPECT_NE(refusal_of({pattern}).find("add --mutants"), std::string::npos)
        << refusal_of({pattern});
  EXPECT_EQ(refusal_of({"no_such_variant"}).find("--mutants"), std::string::npos);
}

TEST(mutant_selection, a_sweep_has_each_mutant_once_where_its_fault_shows) {
  const auto planned =
      make_sweep(built_in_registry(),
                 {.patterns = {"*/mutants/*"}, .mutants = mutant_scope::included}, device_limits{});
  std::set<const variant*> seen;
  for (const auto& point : planned.points) {
    EXPECT_TRUE(seen.insert(point.variant).second) << point.key();
    for (const auto& [axis, value] : point.variant->default_problem)
      EXPECT_EQ(*point.problem.find(axis), value);
    EXPECT_TRUE(point.is_base()) << point.key();
  }
  EXPECT_EQ(seen.size(), built_in_registry().mutants().size());
}

}  // namespace
}  // namespace warpmark
