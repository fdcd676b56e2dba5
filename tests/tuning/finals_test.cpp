#include "tuning/live/finals.hpp"

#include <gtest/gtest.h>

#include "bench/core/selection.hpp"
#include "tests/tuning/simulated_evaluator.hpp"
#include "tuning/tuning_error.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {
namespace {

// A point of a variant of reduce with this block; 256 is the base.
point block_of(std::int64_t block, const std::string& name = "tree_sequential") {
  static const sweep all =
      make_sweep(built_in_registry(),
                 {.patterns = {"reduce/tree_sequential", "reduce/tree_interleaved_compact"},
                  .problem = {{"n", "65536"}},
                  .config = {{"block", "64,128,256,512,1024"}}},
                 {});
  for (const point& point : all.points)
    if (point.variant->name == name && point.config.integer("block") == block) return point;
  throw std::logic_error("no such block");
}

constexpr const char* compact = "tree_interleaved_compact";

// By block; each round is some percent slower than the last.
simulated_evaluator timed(std::map<std::int64_t, double> times_ns) {
  simulated_evaluator at;
  at.takes = [times_ns = std::move(times_ns)](const point& point,
                                              std::size_t round) -> std::optional<double> {
    const auto found = times_ns.find(point.config.integer("block"));
    if (found == times_ns.end()) return std::nullopt;
    return found->second * (1 + 0.03 * static_cast<double>(round));
  };
  return at;
}

final_result only(const contest& contest, evaluator& at, const finals_options& options = {}) {
  return finals({contest}, at, options).front();
}

TEST(finals, the_fastest_of_the_rounds_wins_and_drift_cancels) {
  auto at = timed({{128, 900}, {256, 1000}, {512, 800}});
  const auto came =
      only({.finalists = {block_of(128), block_of(512)}, .bases = {block_of(256)}}, at);
  EXPECT_EQ(came.winner.config.integer("block"), 512);
  EXPECT_FALSE(came.base_kept);
  ASSERT_TRUE(came.over_base);
  EXPECT_DOUBLE_EQ(came.over_base->median, 1.25);
  EXPECT_DOUBLE_EQ(came.over_base->of_median.lo, 1.25);
  EXPECT_DOUBLE_EQ(came.over_base->of_median.hi, 1.25);
  EXPECT_EQ(came.equals, 1u);
  EXPECT_EQ(at.starts, 6u);
}

// By block and round; a base of 1000 ns.
simulated_evaluator scattered(double max_ns, std::size_t slow_every) {
  simulated_evaluator at;
  at.takes = [=](const point& point, std::size_t round) -> std::optional<double> {
    if (point.config.integer("block") == 256) return 1000;
    return round % slow_every == 0 ? max_ns : 950;
  };
  return at;
}

TEST(finals, a_gain_in_doubt_gets_more_rounds) {
  // Slower than the base in one round of six, so the interval of six rounds includes that.
  auto at = scattered(1010, 5);
  const auto came = only({.finalists = {block_of(128)}, .bases = {block_of(256)}}, at);
  EXPECT_FALSE(came.base_kept);
  EXPECT_GT(came.over_base->of_median.lo, 1);
  EXPECT_GT(at.starts, 6u);
  EXPECT_LT(at.starts, 12u);
}

TEST(finals, doubt_that_more_rounds_do_not_settle_leaves_the_base) {
  auto at = scattered(1030, 3);
  const auto came = only({.finalists = {block_of(128)}, .bases = {block_of(256)}}, at);
  EXPECT_TRUE(came.base_kept);
  EXPECT_EQ(at.starts, 18u);
}

TEST(finals, within_the_margin_the_base_is_kept) {
  auto at = timed({{128, 996}, {256, 1000}});
  const auto came = only({.finalists = {block_of(128)}, .bases = {block_of(256)}}, at);
  EXPECT_TRUE(came.base_kept);
  EXPECT_EQ(came.winner.config.integer("block"), 256);
  EXPECT_EQ(came.equals, 2u);
}

TEST(finals, the_slower_leave_after_half_of_the_rounds_and_base_and_library_stay) {
  auto at = timed({{64, 2000}, {128, 900}, {256, 1500}, {1024, 1200}});
  const auto came = only({.finalists = {block_of(128), block_of(64)},
                          .bases = {block_of(256)},
                          .library = block_of(1024)},
                         at);
  std::map<std::int64_t, std::size_t> rounds;
  for (const auto& point : at.points) ++rounds[point.config.integer("block")];
  EXPECT_EQ(rounds[64], 3u);
  EXPECT_EQ(rounds[128], 6u);
  EXPECT_EQ(rounds[256], 6u);
  EXPECT_EQ(rounds[1024], 6u);
  ASSERT_TRUE(came.over_library);
  EXPECT_DOUBLE_EQ(came.over_library->median, 1200.0 / 900);
}

// The search's best time was an outlier: a finalist of another variant, `winner`, wins the rounds
// with 500 ns; its base takes `base_ns`. All configs of the other variant take 900 ns or more.
simulated_evaluator won_by(const std::string& winner, double base_ns) {
  simulated_evaluator at;
  at.takes = [=](const point& point, std::size_t) {
    if (point.variant->name == winner) return std::optional(point.is_base() ? base_ns : 500.0);
    return std::optional(point.is_base() ? 1000.0 : 900.0);
  };
  return at;
}

contest of_two_variants() {
  return {.finalists = {block_of(128), block_of(128, compact)},
          .bases = {block_of(256), block_of(256, compact)}};
}

TEST(finals, a_gain_is_over_the_base_of_the_winners_own_variant) {
  for (const std::string winner : {"tree_sequential", compact}) {
    auto at = won_by(winner, 600);
    const auto came = only(of_two_variants(), at);
    EXPECT_EQ(came.winner.key(), block_of(128, winner).key());
    ASSERT_TRUE(came.base);
    EXPECT_EQ(came.base->key(), block_of(256, winner).key());
    ASSERT_TRUE(came.over_base);
    EXPECT_DOUBLE_EQ(came.over_base->median, 1.2) << "1000 / 500 is a change of variant, too";
  }
}

TEST(finals, the_base_that_is_kept_is_that_of_the_winners_variant) {
  for (const std::string winner : {"tree_sequential", compact}) {
    auto at = won_by(winner, 502);
    const auto came = only(of_two_variants(), at);
    EXPECT_TRUE(came.base_kept);
    EXPECT_EQ(came.winner.key(), block_of(256, winner).key());
  }
}

TEST(finals, a_base_leaves_with_the_last_finalist_of_its_variant) {
  auto at = won_by(compact, 600);
  only(of_two_variants(), at);
  std::map<std::string, std::size_t> rounds;
  for (const auto& point : at.points) ++rounds[point.key()];
  EXPECT_EQ(rounds[block_of(256).key()], 3u);
  EXPECT_EQ(rounds[block_of(256, compact).key()], 6u) << "the winner's gain is over it";
}

TEST(finals, the_fastest_of_the_others_challenges_what_is_in_use) {
  auto at = timed({{64, 950}, {128, 900}, {256, 1000}, {512, 2000}});
  const auto came = only({.finalists = {block_of(64), block_of(128)},
                          .bases = {block_of(256)},
                          .incumbent = block_of(512)},
                         at);
  ASSERT_TRUE(came.challenged && came.challenged->by && came.challenged->faster);
  EXPECT_EQ(came.challenged->by->key(), block_of(128).key());
  EXPECT_DOUBLE_EQ(came.challenged->faster->median, 2000.0 / 900);
  std::map<std::int64_t, std::size_t> rounds;
  for (const auto& point : at.points) ++rounds[point.config.integer("block")];
  EXPECT_EQ(rounds[512], 6u) << "what is in use stays to the end";
}

TEST(finals, what_is_in_use_and_fails_has_its_trouble_told) {
  auto at = timed({{128, 900}});
  const auto came = only({.finalists = {block_of(128)}, .incumbent = block_of(512)}, at);
  ASSERT_TRUE(came.challenged);
  EXPECT_FALSE(came.challenged->incumbent_ns);
  EXPECT_NE(came.challenged->trouble.find("expected 2"), std::string::npos);
  EXPECT_FALSE(came.challenged->faster);
}

TEST(finals, a_finalist_that_fails_once_does_not_win) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    if (point.config.integer("block") == 128 && round == 5) return std::nullopt;
    return point.config.integer("block") == 128 ? 500 : 1000;
  };
  EXPECT_EQ(only({.finalists = {block_of(128), block_of(512)}}, at).winner.config.integer("block"),
            512);
}

TEST(finals, without_a_sound_finalist_there_is_no_answer) {
  auto at = timed({});
  EXPECT_THROW(only({.finalists = {block_of(128)}}, at), tuning_error);
}

}  // namespace
}  // namespace warpmark::tuning
