// Tests which changes are regressions.

#include "ci/gate/settings/judging.hpp"

#include <set>
#include <string_view>

#include <gtest/gtest.h>

#include "ci/gate/counting/counter_changes.hpp"
#include "ci/gate/settings/default_settings.hpp"

namespace warpmark::gate {
namespace {

const judged_subject subject{.key = "f/v[n=1][]", .variant = "f/v"};

verdict judged(std::vector<change> changes, const gate_settings& settings = default_settings()) {
  judge(changes, settings, subject);
  return verdict_over(changes, settings, subject);
}

change of(const char* quantity, double base, double head) {
  return {.quantity = quantity, .base = base, .head = head};
}

TEST(judging, what_no_rule_names_may_not_grow) {
  EXPECT_EQ(judged({of("global_load_sectors", 100, 101)}), verdict::regression);
  EXPECT_EQ(judged({of("global_load_sectors", 101, 100)}), verdict::improvement);
  EXPECT_EQ(judged({}), verdict::pass);
}

TEST(judging, informative_quantities_are_shown_unless_a_tolerance_is_set) {
  EXPECT_EQ(judged({of("registers", 32, 64), of("sass.LDG", 1, 9)}), verdict::pass);
  gate_settings settings = default_settings();
  settings.tolerances["registers"] = {.absolute = 4};
  settings.tolerances["sass.LDG"] = {};
  EXPECT_EQ(judged({of("registers", 32, 36)}, settings), verdict::pass);
  EXPECT_EQ(judged({of("registers", 32, 37)}, settings), verdict::regression);
  EXPECT_EQ(judged({of("sass.LDG", 1, 2)}, settings), verdict::regression);
}

TEST(judging, occupancy_gets_worse_by_falling) {
  EXPECT_EQ(judged({of("occupancy", 1, 0.75)}), verdict::regression);
  EXPECT_EQ(judged({of("occupancy", 0.75, 1)}), verdict::improvement);
  gate_settings settings = default_settings();
  settings.tolerances["occupancy"] = {.relative = 0.25};
  EXPECT_EQ(judged({of("occupancy", 1, 0.75)}, settings), verdict::pass);
}

// The larger of both, not their sum.
TEST(judging, a_relative_and_an_absolute_tolerance_do_not_add_up) {
  gate_settings settings = default_settings();
  settings.tolerances["occupancy"] = {.relative = 0.25, .absolute = 0.125};
  EXPECT_EQ(judged({of("occupancy", 1, 0.75)}, settings), verdict::pass);
  EXPECT_EQ(judged({of("occupancy", 1, 0.6875)}, settings), verdict::regression);
  EXPECT_EQ(judged({of("occupancy", 0.25, 0.125)}, settings), verdict::pass);
  EXPECT_EQ(judged({of("occupancy", 0.25, 0.0625)}, settings), verdict::regression);
  settings.tolerances["barriers"] = {.relative = 0.5, .absolute = 8};
  EXPECT_EQ(judged({of("barriers", 32, 48)}, settings), verdict::pass);
  EXPECT_EQ(judged({of("barriers", 32, 49)}, settings), verdict::regression);
  EXPECT_EQ(judged({of("barriers", 2, 10)}, settings), verdict::pass);
  EXPECT_EQ(judged({of("barriers", 2, 11)}, settings), verdict::regression);
}

TEST(judging, a_change_for_the_better_needs_no_tolerance) {
  gate_settings settings = default_settings();
  settings.tolerances["barriers"] = {};
  std::vector<change> changes = {of("barriers", 9, 1), of("occupancy", 0.5, 1)};
  judge(changes, settings, subject);
  for (const change& change : changes) EXPECT_FALSE(change.judged) << change.quantity;
}

TEST(judging, informative_quantities_make_no_improvement) {
  EXPECT_EQ(judged({of("registers", 64, 32)}), verdict::pass);
  EXPECT_EQ(judged({of("registers", 32, 64), of("barriers", 2, 1)}), verdict::improvement);
}

TEST(judging, overrides_for_a_variant_are_about_all_its_points) {
  gate_settings settings = default_settings();
  settings.overrides = {{.match = "f/v", .tolerances = {{"barriers", {.absolute = 2}}}}};
  EXPECT_EQ(judged({of("barriers", 1, 3)}, settings), verdict::pass);
  settings.overrides.front().match = "f/w";
  EXPECT_EQ(judged({of("barriers", 1, 3)}, settings), verdict::regression);
}

TEST(judging, the_summary_lists_three_judged_changes_and_counts_the_rest) {
  std::vector<change> changes(6, of("barriers", 1, 2));
  for (std::size_t i = 1; i < changes.size(); ++i) changes[i].judged = true;
  changes[1].unit = "B";
  EXPECT_EQ(summary_of(changes), "barriers 1 -> 2 B, barriers 1 -> 2, barriers 1 -> 2 and 2 more");
  changes.resize(4);
  EXPECT_EQ(summary_of(changes), "barriers 1 -> 2 B, barriers 1 -> 2, barriers 1 -> 2");
}

TEST(judging, the_last_override_that_is_about_the_subject_wins) {
  gate_settings settings = default_settings();
  settings.overrides = {{.match = "f/*", .tolerances = {{"barriers", {.absolute = 9}}}},
                        {.match = "f/v[n=1*", .tolerances = {{"barriers", {.absolute = 2}}}},
                        {.match = "g/*", .tolerances = {{"barriers", {.absolute = 99}}}}};
  EXPECT_EQ(judged({of("barriers", 1, 3)}, settings), verdict::pass);
  EXPECT_EQ(judged({of("barriers", 1, 4)}, settings), verdict::regression);
}

TEST(judging, better_here_and_worse_within_tolerance_there_is_no_improvement) {
  EXPECT_EQ(judged({of("barriers", 2, 1), of("warp_instructions", 1000, 1010)}), verdict::pass);
}

TEST(judging, no_quantity_has_two_rules) {
  std::set<std::string_view> seen;
  for (const auto& default_rule : default_rules()) {
    EXPECT_TRUE(seen.insert(default_rule.quantity).second) << default_rule.quantity;
    EXPECT_FALSE(default_rule.reason.empty());
  }
}

TEST(judging, judged_changes_come_first_and_the_largest_before_others) {
  std::vector<change> changes = {of("registers", 1, 9), of("barriers", 10, 11),
                                 of("spill_load_bytes", 0, 4)};
  judge(changes, default_settings(), subject);
  sort_changes(changes);
  EXPECT_EQ(changes[0].quantity, "spill_load_bytes");
  EXPECT_EQ(changes[1].quantity, "barriers");
  EXPECT_EQ(summary_of(changes), "spill_load_bytes 0 -> 4, barriers 10 -> 11");
}

TEST(counter_changes, are_of_counters_that_one_side_lacks_too) {
  const counters_by_name none, some = {{"barriers", 3}, {"unique_bytes", 64}, {"launches", 0}};
  const auto appeared = counter_changes(none, some);
  ASSERT_EQ(appeared.size(), 2u) << "a count of 0 is none";
  EXPECT_EQ(appeared[0].quantity, "barriers");
  EXPECT_EQ(appeared[0].base, 0);
  EXPECT_EQ(appeared[0].head, 3);
  EXPECT_EQ(appeared[0].unit, "");
  EXPECT_NE(appeared[0].why, "");
  EXPECT_EQ(appeared[1].quantity, "unique_bytes");
  EXPECT_EQ(appeared[1].unit, "B");
  const auto vanished = counter_changes(some, none);
  ASSERT_EQ(vanished.size(), 2u);
  EXPECT_EQ(vanished[0].base, 3);
  EXPECT_EQ(vanished[0].head, 0);
  EXPECT_EQ(vanished[0].why, "");
  EXPECT_TRUE(counter_changes(some, some).empty());
}

// An ending that is the ending of another has its own sentence.
TEST(counter_changes, name_the_cause_by_the_longest_ending) {
  const auto cause = [](const std::string& counter) { return cause_of_growth(counter, {}, {}); };
  for (const auto& [longer, shorter] : std::vector<std::pair<std::string, std::string>>{
           {"block_barriers", "barriers"},
           {"longest_warp_instructions", "warp_instructions"},
           {"divergent_branches", "branches"}}) {
    EXPECT_NE(cause(longer), "");
    EXPECT_NE(cause(shorter), "");
    EXPECT_NE(cause(longer), cause(shorter));
  }
  EXPECT_EQ(cause("shared_load_ideal_wavefronts"), "");
  EXPECT_EQ(cause("unheard_of"), "");
}

TEST(counter_changes, tell_new_accesses_from_worse_ones) {
  EXPECT_EQ(cause_of_growth("global_load_sectors", {},
                            {{"global_load_requests", 2}, {"global_load_sectors", 8}}),
            "accesses that were not there before");
  EXPECT_EQ(
      cause_of_growth("local_load_sectors", {{"local_load_requests", 2}, {"local_load_sectors", 2}},
                      {{"local_load_requests", 2}, {"local_load_sectors", 8}}),
      "4.0 sectors per request, 1.0 before");
  EXPECT_EQ(cause_of_growth("shared_load_wavefronts",
                            {{"shared_load_ideal_wavefronts", 2}, {"shared_load_wavefronts", 4}},
                            {{"shared_load_ideal_wavefronts", 4}, {"shared_load_wavefronts", 8}}),
            "more accesses to shared memory");
}

TEST(counter_changes, say_what_a_growth_means) {
  const counters_by_name base = {{"shared_load_requests", 10},
                                 {"shared_load_wavefronts", 10},
                                 {"shared_load_ideal_wavefronts", 10},
                                 {"global_load_requests", 4},
                                 {"global_load_sectors", 16}};
  counters_by_name head = base;
  head["shared_load_wavefronts"] = 320;
  head["global_load_sectors"] = 128;
  const auto changes = counter_changes(base, head);
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].why, "uncoalesced: 32.0 sectors per request, 4.0 before");
  EXPECT_EQ(changes[1].why, "bank conflicts: 32.0 wavefronts where 1 would do, 1.0 before");
  // NOLINTNEXTLINE(readability-suspicious-call-argument): the other way round
  const auto back = counter_changes(head, base);
  EXPECT_EQ(back[0].why, "");
  head = base;
  head["global_load_requests"] = 8;
  head["global_load_sectors"] = 32;
  EXPECT_EQ(counter_changes(base, head)[1].why, "more requests of as many sectors: more traffic");
}

}  // namespace
}  // namespace warpmark::gate
