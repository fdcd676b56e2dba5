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

std::map<std::int64_t, std::size_t> rounds_by_block(const simulated_evaluator& at) {
  std::map<std::int64_t, std::size_t> rounds;
  for (const auto& point : at.points) ++rounds[point.config.integer("block")];
  return rounds;
}

// With a margin of 10 %: 109 is within it, 111 is not.
TEST(finals, finalists_within_the_margin_stay_and_those_outside_leave) {
  auto at = timed({{64, 1090}, {128, 1000}, {256, 2000}, {512, 1110}});
  const auto came = only({.finalists = {block_of(64), block_of(128), block_of(512)}}, at,
                         {.rounds = 6, .more = 0, .margin = 0.10});
  EXPECT_EQ(rounds_by_block(at),
            (std::map<std::int64_t, std::size_t>{{64, 6}, {128, 6}, {512, 3}}));
  EXPECT_EQ(came.equals, 2u);
  EXPECT_EQ(came.winner.config.integer("block"), 128);
}

TEST(finals, a_finalist_leaves_only_if_it_is_slower_in_every_round) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    if (point.config.integer("block") == 128) return 1000;
    return round == 2 ? 1005 : 1500;
  };
  only({.finalists = {block_of(64), block_of(128)}}, at, {.rounds = 4, .more = 0});
  EXPECT_EQ(rounds_by_block(at)[64], 4u);
}

TEST(finals, the_slower_leave_at_half_time_of_odd_and_even_rounds) {
  for (const auto& [rounds, half] : std::map<std::size_t, std::size_t>{{4, 2}, {5, 3}, {1, 1}}) {
    auto at = timed({{64, 2000}, {128, 1000}});
    only({.finalists = {block_of(64), block_of(128)}}, at, {.rounds = rounds, .more = 0});
    EXPECT_EQ(rounds_by_block(at)[64], half) << rounds;
    EXPECT_EQ(rounds_by_block(at)[128], rounds);
  }
}

TEST(finals, base_and_library_stay_however_slow_they_are) {
  auto at = timed({{128, 1000}, {256, 50'000}, {1024, 90'000}});
  const auto came =
      only({.finalists = {block_of(128)}, .bases = {block_of(256)}, .library = block_of(1024)}, at);
  EXPECT_EQ(rounds_by_block(at)[256], 6u);
  EXPECT_EQ(rounds_by_block(at)[1024], 6u);
  EXPECT_DOUBLE_EQ(came.over_base->median, 50);
  EXPECT_DOUBLE_EQ(came.over_library->median, 90);
}

TEST(finals, the_library_does_not_win) {
  auto at = timed({{128, 1000}, {1024, 10}});
  const auto came = only({.finalists = {block_of(128)}, .library = block_of(1024)}, at);
  EXPECT_EQ(came.winner.config.integer("block"), 128);
  EXPECT_EQ(came.equals, 1u) << "nor is it counted among the finalists";
  EXPECT_DOUBLE_EQ(came.over_library->median, 0.01);
  EXPECT_EQ(rounds_by_block(at)[128], 6u) << "the library drops no one";
}

TEST(finals, of_equal_times_the_first_finalist_wins) {
  for (const std::int64_t first : {64, 512}) {
    auto at = timed({{64, 1000}, {512, 1000}});
    const auto came = only({.finalists = {block_of(first), block_of(576 - first)}}, at);
    EXPECT_EQ(came.winner.config.integer("block"), first);
    EXPECT_EQ(came.equals, 2u);
  }
}

TEST(finals, a_gain_of_the_margin_replaces_the_base_and_a_smaller_one_does_not) {
  for (const double base_ns : {1009.0, 1011.0}) {
    auto at = timed({{128, 1000}, {256, base_ns}});
    const auto came = only({.finalists = {block_of(128)}, .bases = {block_of(256)}}, at);
    EXPECT_EQ(came.base_kept, base_ns < 1010) << base_ns;
    EXPECT_EQ(came.winner.config.integer("block"), base_ns < 1010 ? 256 : 128);
  }
}

// By block; exact, so that ratios may equal the margin.
simulated_evaluator exactly(std::map<std::int64_t, double> times_ns) {
  simulated_evaluator at;
  at.takes = [times_ns = std::move(times_ns)](const point& point, std::size_t) {
    return std::optional(times_ns.at(point.config.integer("block")));
  };
  return at;
}

TEST(finals, a_difference_of_just_the_margin) {
  auto two = exactly({{64, 1250}, {128, 1000}});
  const auto came = only({.finalists = {block_of(64), block_of(128)}}, two, {.margin = 0.25});
  EXPECT_EQ(came.equals, 2u) << "leaves finalists equal";
  EXPECT_EQ(rounds_by_block(two)[64], 6u) << "is not surely slower";
  auto over_base = exactly({{128, 1000}, {256, 1250}});
  EXPECT_FALSE(
      only({.finalists = {block_of(128)}, .bases = {block_of(256)}}, over_base, {.margin = 0.25})
          .base_kept)
      << "replaces the base";
}

TEST(finals, a_base_that_may_be_faster_by_more_than_the_margin_is_kept) {
  for (const double least_ns : {750.0, 740.0}) {
    simulated_evaluator at;
    at.takes = [=](const point& point, std::size_t round) -> std::optional<double> {
      if (point.config.integer("block") == 128) return 1000;
      return round == 2 ? least_ns : 2000;
    };
    const auto came = only({.finalists = {block_of(128)}, .bases = {block_of(256)}}, at,
                           {.rounds = 6, .more = 0, .margin = 0.25});
    EXPECT_EQ(came.base_kept, least_ns < 750) << least_ns;
  }
}

TEST(finals, the_median_of_the_rounds_decides_and_not_the_mean_or_the_best) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    if (point.config.integer("block") == 128) return round == 1 ? 100'000 : 1000;
    return round == 1 ? 500 : 1100;
  };
  const auto came =
      only({.finalists = {block_of(512), block_of(128)}}, at, {.rounds = 6, .more = 0});
  EXPECT_EQ(came.winner.config.integer("block"), 128);
  EXPECT_DOUBLE_EQ(came.time_ns, 1000);
}

TEST(finals, without_doubt_there_are_no_more_rounds) {
  auto at = timed({{64, 1200}, {128, 1000}, {256, 1500}});
  only({.finalists = {block_of(64), block_of(128)}, .bases = {block_of(256)}}, at,
       {.rounds = 6, .more = 12});
  EXPECT_EQ(at.starts, 6u);
}

// The leader of the median over rounds may still be beaten.
TEST(finals, a_finalist_that_may_be_faster_gets_more_rounds) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    if (point.config.integer("block") == 128) return 1000;
    return round == 1 ? 900 : 1005;
  };
  const auto came = only({.finalists = {block_of(128), block_of(64)}}, at);
  EXPECT_EQ(came.winner.config.integer("block"), 128);
  EXPECT_EQ(at.starts, 9u) << "the interval of nine rounds leaves the fastest of them out";
  EXPECT_EQ(rounds_by_block(at)[64], 9u);
  EXPECT_EQ(rounds_by_block(at)[128], 9u) << "the leader runs along";
}

TEST(finals, an_incumbent_that_may_be_as_fast_gets_more_rounds) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    if (point.config.integer("block") == 128) return 1000;
    return round == 1 ? 990 : 1050;
  };
  only({.finalists = {block_of(128)}, .incumbent = block_of(512)}, at);
  EXPECT_EQ(at.starts, 9u);
}

TEST(finals, the_library_is_never_in_doubt) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    if (point.config.integer("block") == 128) return 1000;
    return round == 1 ? 900 : 1005;
  };
  only({.finalists = {block_of(128)}, .library = block_of(1024)}, at);
  EXPECT_EQ(at.starts, 6u);
}

TEST(finals, what_may_differ_by_less_than_the_margin_is_not_in_doubt) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    const auto block = point.config.integer("block");
    return block == 128 ? 1000 : block == 256 ? 1005 : round % 2 == 0 ? 995 : 1007;
  };
  only({.finalists = {block_of(128), block_of(64)}, .bases = {block_of(256)}}, at);
  EXPECT_EQ(at.starts, 6u);
}

TEST(finals, only_contests_in_doubt_get_more_rounds) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    const auto block = point.config.integer("block");
    if (point.variant->name == compact) return block == 256 ? 2000 : 1000;
    if (block == 256) return 1000;
    return round % 5 == 0 ? 1010 : 950;
  };
  const contest doubtful{.finalists = {block_of(128)}, .bases = {block_of(256)}};
  const contest clear{.finalists = {block_of(128, compact)}, .bases = {block_of(256, compact)}};
  finals({doubtful, clear}, at, {});
  std::map<std::string, std::size_t> rounds;
  for (const auto& point : at.points) ++rounds[point.key()];
  EXPECT_EQ(rounds[block_of(128, compact).key()], 6u);
  EXPECT_GT(rounds[block_of(128).key()], 6u);
  EXPECT_EQ(rounds[block_of(256).key()], rounds[block_of(128).key()]) << "the base runs along";
}

}  // namespace
}  // namespace warpmark::tuning
