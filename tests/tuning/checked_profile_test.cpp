// A profile's sizes, and the check of all of them.

#include "tuning/live/checked_profile.hpp"

#include <string>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "tests/refusal.hpp"
#include "tests/tuning/simulated_evaluator.hpp"
#include "tests/tuning/small_tables.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {
namespace {

using testing::candidate_of;

const device_limits card_limits{};

// Blocks of `block` at two sizes.
profile profile_with(std::int64_t block) {
  profile_entry entry{.size_problem = {.family = "reduce", .type = "i32", .rest = {}},
                      .base = candidate_of("tree_sequential", 256, true)};
  const candidate use = candidate_of("tree_sequential", block);
  for (const std::uint64_t n : {4096, 65536}) {
    tuned_size size{.n = n, .winner = use};
    size.time = testing::exactly(1000);
    entry.sizes.push_back(size);
  }
  entry.steps = {{.from = 0, .use = use}};
  profile made;
  made.card.name = "a card";
  made.card.compute_capability = "9.0";
  made.card.multiprocessors = 132;
  made.entries = {entry};
  return made;
}

selection only_its_variant(std::vector<axis_setting> problem = {}) {
  return {.patterns = {"reduce/tree_sequential"},
          .problem = std::move(problem),
          .config = {},
          .backend = "cuda"};
}

std::string why_refused(const profile& profile, const selection& selection) {
  return refusal([&] { sizes_to_check(built_in_registry(), profile, selection); });
}

TEST(checked_profile, all_tuned_sizes_are_checked_unless_some_are_selected) {
  const profile stored = profile_with(512);
  EXPECT_EQ(sizes_to_check(built_in_registry(), stored, only_its_variant()).size(), 2u);
  const auto selected =
      sizes_to_check(built_in_registry(), stored, only_its_variant({{"n", "65536"}}));
  ASSERT_EQ(selected.size(), 1u);
  EXPECT_EQ(selected.front().n(), 65536u);
  EXPECT_EQ(selected.front().recorded_ns(), 1000);
}

TEST(checked_profile, a_selection_that_matches_nothing_is_refused) {
  const profile stored = profile_with(512);
  EXPECT_NE(why_refused(stored, only_its_variant({{"n", "1024"}})).find("match nothing"),
            std::string::npos);
  EXPECT_NE(why_refused(stored, only_its_variant({{"blok", "1"}})).find("axis 'blok'"),
            std::string::npos);
}

checked_profile check_with(std::int64_t block, std::vector<journal::json>& appended) {
  const profile stored = profile_with(block);
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t) {
    return std::optional(point.config.integer("block") == 512 ? 1000.0 : 1500.0);
  };
  return check_profile(built_in_registry(),
                       sizes_to_check(built_in_registry(), stored, only_its_variant()), "cuda",
                       card_limits, at, check_of(stored, {}, 6),
                       [&](const journal::json& line) { appended.push_back(line); });
}

TEST(checked_profile, each_size_has_a_verdict_and_a_line) {
  std::vector<journal::json> appended;
  EXPECT_EQ(check_with(512, appended).stale(), 0u);
  const auto stale = check_with(128, appended);
  EXPECT_EQ(stale.stale(), 2u);
  ASSERT_EQ(appended.size(), 4u);
  EXPECT_EQ(appended.back(), stale.lines.back());
  EXPECT_EQ(appended.back().at("event"), "checked");
  EXPECT_EQ(appended.back().at("stale"), true);
  EXPECT_EQ(appended.back().at("margin"), profile_options{}.bound);
}

TEST(checked_profile, is_not_of_another_card) {
  const profile stored = profile_with(512);
  card here;
  here.name = "a card";
  here.compute_capability = "9.0";
  here.limits.multiprocessors = 132;
  EXPECT_EQ(profile_of_card({&stored, 1}, "h200.json", here), 0u);
  here.limits.multiprocessors = 78;
  EXPECT_THROW(profile_of_card({&stored, 1}, "h200.json", here), usage_error);
  std::vector<profile> fleet = {stored, stored};
  fleet[1].card.multiprocessors = 78;
  EXPECT_EQ(profile_of_card(fleet, "fleet.json", here), 1u);
}

}  // namespace
}  // namespace warpmark::tuning
