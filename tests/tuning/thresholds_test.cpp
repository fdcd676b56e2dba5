// Thresholds on n: against brute force, at ties, gaps and held-out sizes.

#include "tuning/profile/thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/tuning/small_tables.hpp"
#include "tuning/profile/losses.hpp"
#include "tuning/spaces.hpp"

namespace warpmark::tuning {
namespace {

using testing::candidate_of;
using testing::table_of;

TEST(thresholds, are_few_where_one_config_is_good_enough) {
  const auto table =
      table_of({16, 64, 256}, {{"a", 32, {100, 100, 103}}, {"a", 64, {150, 99, 100}}});
  const auto loose = choose_thresholds(table, 0.031);
  ASSERT_EQ(loose.segments.size(), 1U);
  EXPECT_EQ(loose.segments[0], (size_segment{.first = 0, .last = 2, .candidate = 0}));
  EXPECT_DOUBLE_EQ(loose.worst_loss, 103.0 / 100 - 1);
  EXPECT_NEAR(loose.mean_loss, std::cbrt(1.0 * (100.0 / 99) * 1.03) - 1, 1e-12);

  const auto tight = choose_thresholds(table, 0.02);
  ASSERT_EQ(tight.segments.size(), 2U);
  EXPECT_EQ(tight.segments[1], (size_segment{.first = 1, .last = 2, .candidate = 1}));
  EXPECT_EQ(tight.worst_loss, 0);
}

TEST(thresholds, use_no_config_where_it_was_not_measured) {
  const auto table = table_of({16, 64, 256}, {{"a", 32, {100, 0, 100}}, {"b", 64, {0, 100, 180}}});
  const auto choices = trade_off(table);
  ASSERT_EQ(choices.size(), 2U) << "one segment is impossible, three are needless";
  EXPECT_EQ(choices[0].segments.size(), 2U);
  EXPECT_NEAR(choices[0].worst_loss, 0.8, 1e-12);
  EXPECT_EQ(choices[1].segments.size(), 3U);
  EXPECT_EQ(choices[1].worst_loss, 0);
}

TEST(thresholds, break_ties_by_mean_then_by_variants_then_by_base) {
  // The last size decides the worst loss; the sizes before it still get the best mean.
  const auto mean =
      table_of({16, 64}, {{"a", 1, {105, 110}}, {"a", 2, {100, 110}}, {"a", 3, {300, 100}}});
  EXPECT_EQ(trade_off(mean).front().segments[0].candidate, 1U);

  const auto variants =
      table_of({16, 64}, {{"a", 1, {100, 200}}, {"b", 1, {200, 100}}, {"a", 2, {200, 100}}});
  const auto kept = choose_thresholds(variants, 0);
  ASSERT_EQ(kept.segments.size(), 2U);
  EXPECT_EQ(kept.segments[1].candidate, 2U) << "the same variant, though another comes first";

  const auto base = table_of({16}, {{"b", 9, {100}, true}, {"a", 1, {100}}});
  EXPECT_EQ(choose_thresholds(base, 0.02).segments[0].candidate, 0U);
}

// The smallest (worst, log mean, changes) over all assignments of candidates to sizes in at most
// `max_segments` segments.
std::tuple<double, double, int> brute_force(const size_table& table, std::size_t max_segments) {
  std::tuple<double, double, int> smallest{std::numeric_limits<double>::infinity(), 0, 0};
  std::vector<std::size_t> used;
  const std::function<void()> extend = [&] {
    if (used.size() < table.sizes.size()) {
      for (std::size_t index = 0; index < table.candidates.size(); ++index) {
        if (!table.times[index][used.size()]) continue;
        used.push_back(index);
        extend();
        used.pop_back();
      }
      return;
    }
    std::size_t runs = 1;
    double worst = 0, sum = 0;
    int changes = 0;
    for (std::size_t size = 0; size < used.size(); ++size) {
      const double best = table.times[*table.best_at(size)][size]->median_ns;
      const double loss = table.times[used[size]][size]->median_ns / best - 1;
      worst = std::max(worst, loss);
      sum += std::log1p(loss);
      if (size == 0 || used[size] == used[size - 1]) continue;
      ++runs;
      const auto& names = table.candidates;
      changes += names[used[size]].variant != names[used[size - 1]].variant ? 1 : 0;
    }
    if (runs <= max_segments)
      smallest = std::min(smallest, {worst, std::round(sum * 1e6) / 1e6, changes});
  };
  extend();
  return smallest;
}

TEST(thresholds, are_the_best_of_all) {
  random_source random(7);
  for (int repeat = 0; repeat < 200; ++repeat) {
    std::vector<testing::table_row> rows;
    for (int row = 0; row < 4; ++row) {
      rows.push_back({row % 2 == 0 ? "a" : "b", row, {}});
      // Few distinct times, so that there are ties; the first row has no gaps.
      for (int size = 0; size < 5; ++size)
        rows.back().ns.push_back(
            row > 0 && random.chance(0.2) ? 0 : 100 + 10 * static_cast<double>(random.below(4)));
    }
    const auto table = table_of({1, 2, 3, 4, 5}, rows);
    const auto choices = trade_off(table);
    for (const auto& choice : choices) {
      const auto [worst, log_mean, changes] = brute_force(table, choice.segments.size());
      EXPECT_DOUBLE_EQ(choice.worst_loss, worst);
      EXPECT_NEAR(std::log1p(choice.mean_loss) * 5, log_mean, 2e-6);
      int seen = 0;
      for (std::size_t index = 1; index < choice.segments.size(); ++index)
        seen += table.candidates[choice.segments[index].candidate].variant !=
                table.candidates[choice.segments[index - 1].candidate].variant;
      EXPECT_EQ(seen, changes);
    }
    EXPECT_EQ(choices.back().worst_loss, 0);
  }
}

TEST(thresholds, lie_at_the_geometric_middle) {
  EXPECT_EQ(threshold_between(4096, 16384), 8192U);
  EXPECT_EQ(threshold_between(10, 20), 15U);  // 14.14 and up
  EXPECT_EQ(threshold_between(1, 2), 2U);
  EXPECT_EQ(threshold_between(7, 8), 8U);
  EXPECT_EQ(threshold_between(1ULL << 60, 1ULL << 62), 1ULL << 61);
}

TEST(thresholds, are_in_force_from_their_n_on) {
  const auto table = table_of({16, 64}, {{"a", 32, {100, 200}}, {"b", 64, {200, 100}}});
  const auto steps = steps_of(choose_thresholds(table, 0.02), table);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].from, 0U);
  EXPECT_EQ(steps[1].from, 32U);
  EXPECT_EQ(step_at(steps, 0).use.variant, "a");
  EXPECT_EQ(step_at(steps, 31).use.variant, "a");
  EXPECT_EQ(step_at(steps, 32).use.variant, "b");
  EXPECT_EQ(step_at(steps, ~0ULL).use.variant, "b");
}

TEST(losses, are_told_at_sizes_held_out) {
  const auto steps =
      std::vector<policy_step>{{0, candidate_of("a", 32)}, {32, candidate_of("b", 64)}};
  // At 24 the step is 25 % slower than the best; at 48 it was not measured; at 96 it is the best.
  const auto held_out = table_of(
      {24, 48, 96}, {{"a", 32, {125, 100, 100}}, {"b", 64, {0, 0, 90}}, {"c", 1, {100, 110, 120}}});
  const auto report = losses_at(steps, held_out);
  ASSERT_EQ(report.sizes.size(), 3U);
  EXPECT_DOUBLE_EQ(*report.sizes[0].loss, 0.25);
  EXPECT_EQ(report.sizes[0].best.variant, "c");
  EXPECT_FALSE(report.sizes[1].loss);
  EXPECT_EQ(report.unknown, 1U);
  EXPECT_DOUBLE_EQ(*report.worst, 0.25);
  EXPECT_NEAR(*report.mean, std::sqrt(1.25) - 1, 1e-12);
}

TEST(losses, have_a_score_that_no_gain_elsewhere_can_mend) {
  EXPECT_DOUBLE_EQ(guarded_score(std::vector<double>{0, 0}, 0.9), 1);
  EXPECT_NEAR(guarded_score(std::vector<double>{0.02, 0.05}, 0.9), 1 / std::sqrt(1.02 * 1.05),
              1e-12);
  EXPECT_DOUBLE_EQ(guarded_score(std::vector<double>{0, 0, 0, 1}, 0.9), 0.5);
  EXPECT_LT(guarded_score(std::vector<double>{0, 0, 0, 0, 0.12}, 0.9),
            guarded_score(std::vector<double>{0.1, 0.1, 0.1, 0.1, 0.1}, 0.9));
  EXPECT_THROW(guarded_score({}, 0.9), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::tuning
