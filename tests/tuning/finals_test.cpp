#include "tuning/live/finals.hpp"

#include <gtest/gtest.h>

#include "bench/core/selection.hpp"
#include "tests/tuning/simulated_laboratory.hpp"
#include "tuning/tuning_error.hpp"

namespace warpmark::tuning {
namespace {

// reduce/tree_sequential by its block, of which 256 is the base.
point block_of(std::int64_t block) {
  static const sweep all = make_sweep({.patterns = {"reduce/tree_sequential"},
                                       .problem = {{"n", "65536"}},
                                       .config = {{"block", "64,128,256,512,1024"}}},
                                      {});
  for (const point& each : all.points)
    if (each.how.integer("block") == block) return each;
  throw std::logic_error("no such block");
}

// By block; each round some percent slower than the last.
simulated_laboratory timed(std::map<std::int64_t, double> times_ns) {
  simulated_laboratory at;
  at.takes = [times_ns = std::move(times_ns)](const point& of,
                                              std::size_t round) -> std::optional<double> {
    const auto found = times_ns.find(of.how.integer("block"));
    if (found == times_ns.end()) return std::nullopt;
    return found->second * (1 + 0.03 * static_cast<double>(round));
  };
  return at;
}

final_result only(const contest& of, laboratory& at, const finals_options& options = {}) {
  return finals({of}, at, options).front();
}

TEST(finals, the_fastest_of_the_rounds_wins_and_drift_cancels) {
  auto at = timed({{128, 900}, {256, 1000}, {512, 800}});
  const auto came = only({.finalists = {block_of(128), block_of(512)}, .base = block_of(256)}, at);
  EXPECT_EQ(came.winner.how.integer("block"), 512);
  EXPECT_FALSE(came.base_kept);
  ASSERT_TRUE(came.over_base);
  EXPECT_DOUBLE_EQ(came.over_base->median, 1.25);
  EXPECT_DOUBLE_EQ(came.over_base->of_median.lo, 1.25);
  EXPECT_DOUBLE_EQ(came.over_base->of_median.hi, 1.25);
  EXPECT_EQ(came.equals, 1u);
  EXPECT_EQ(at.starts, 6u);
}

TEST(finals, within_the_margin_the_base_is_kept) {
  auto at = timed({{128, 996}, {256, 1000}});
  const auto came = only({.finalists = {block_of(128)}, .base = block_of(256)}, at);
  EXPECT_TRUE(came.base_kept);
  EXPECT_EQ(came.winner.how.integer("block"), 256);
  EXPECT_EQ(came.equals, 2u);
}

TEST(finals, a_gain_that_rounds_do_not_agree_on_keeps_the_base) {
  simulated_laboratory at;
  at.takes = [](const point& of, std::size_t round) {
    const bool is_base = of.how.integer("block") == 256;
    return std::optional(is_base ? 1000.0 : round == 1 ? 1100.0 : 950.0);
  };
  EXPECT_TRUE(only({.finalists = {block_of(128)}, .base = block_of(256)}, at).base_kept);
}

TEST(finals, the_slower_leave_after_half_of_the_rounds_and_base_and_library_stay) {
  auto at = timed({{64, 2000}, {128, 900}, {256, 1500}, {1024, 1200}});
  const auto came = only({.finalists = {block_of(128), block_of(64)},
                          .base = block_of(256),
                          .library = block_of(1024)},
                         at);
  std::map<std::int64_t, std::size_t> rounds;
  for (const auto& each : at.asked) ++rounds[each.how.integer("block")];
  EXPECT_EQ(rounds[64], 3u);
  EXPECT_EQ(rounds[128], 6u);
  EXPECT_EQ(rounds[256], 6u);
  EXPECT_EQ(rounds[1024], 6u);
  ASSERT_TRUE(came.over_library);
  EXPECT_DOUBLE_EQ(came.over_library->median, 1200.0 / 900);
}

TEST(finals, a_finalist_that_fails_once_does_not_win) {
  simulated_laboratory at;
  at.takes = [](const point& of, std::size_t round) -> std::optional<double> {
    if (of.how.integer("block") == 128 && round == 5) return std::nullopt;
    return of.how.integer("block") == 128 ? 500 : 1000;
  };
  EXPECT_EQ(only({.finalists = {block_of(128), block_of(512)}, .base = {}}, at)
                .winner.how.integer("block"),
            512);
}

TEST(finals, without_a_sound_finalist_there_is_no_answer) {
  auto at = timed({});
  EXPECT_THROW(only({.finalists = {block_of(128)}, .base = {}}, at), tuning_error);
}

}  // namespace
}  // namespace warpmark::tuning
