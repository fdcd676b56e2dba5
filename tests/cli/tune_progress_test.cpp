#include "cli/tune/tune_progress.hpp"

#include <gtest/gtest.h>

#include "bench/core/selection.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

using tuning::trial;

std::vector<point> points() {
  return make_sweep(built_in_registry(),
                    {.patterns = {"reduce/tree_sequential", "reduce/tree_interleaved_compact",
                                  "reduce/vendor_cub"},
                     .problem = {{"n", "1024"}},
                     .config = {{"block", "256,512"}}},
                    {})
      .points;
}

point one(const std::string& name, bool base) {
  for (const auto& point : points())
    if (point.variant->name == name && point.is_base() == base) return point;
  throw std::logic_error("no such point");
}

trial took(const point& point, double us) {
  return {.point = point, .status = "ok", .time_ns = us * 1e3};
}

TEST(tune_progress, tells_the_best_and_its_gain_over_its_own_base) {
  tune_progress at(9);
  at.begin_search("reduce[n=1024]", 120, 10);
  at.saw(took(one("tree_interleaved_compact", true), 100), {.phase = "search"});
  at.saw(took(one("tree_sequential", true), 12), {.phase = "search"});
  at.saw(took(one("tree_sequential", false), 10), {.phase = "search"});
  EXPECT_EQ(at.text(16),
            "problem 1 of 9, 3 of 120 evaluations, best 10.00 us (tree_sequential, 1.20x its "
            "base), 35 min 54 s left: reduce[n=1024]");
}

TEST(tune_progress, a_library_is_not_the_best) {
  tune_progress at(1);
  at.begin_search("reduce[n=1024]", 120, 0);
  at.saw(took(one("vendor_cub", true), 1), {.phase = "search"});
  EXPECT_NE(at.text(1).find("nothing timed yet"), std::string::npos) << at.text(1);
  at.saw(took(one("tree_sequential", true), 12), {.phase = "search"});
  EXPECT_NE(at.text(2).find("best 12.00 us"), std::string::npos) << at.text(2);
}

TEST(tune_progress, expects_of_problems_to_come_what_the_last_ones_took) {
  tune_progress at(3);
  at.begin_search("a", 120, 0);
  for (int i = 0; i < 10; ++i) at.saw(took(one("tree_sequential", true), 12), {.phase = "search"});
  at.begin_search("b", 120, 20);
  // 120 of this problem and 10 of the last at 2 s each.
  EXPECT_NE(at.text(20).find("problem 2 of 3, 0 of 120"), std::string::npos);
  EXPECT_NE(at.text(20).find("4 min 20 s left"), std::string::npos) << at.text(20);
  EXPECT_EQ(at.text(20).find("12.00 us"), std::string::npos) << "the best of another problem";
}

TEST(tune_progress, a_budget_of_time_ends_the_search) {
  tune_progress at(3, 50);
  at.begin_search("a", 120, 0);
  for (int i = 0; i < 10; ++i) at.saw(took(one("tree_sequential", true), 12), {.phase = "search"});
  EXPECT_NE(at.text(20).find("30 s left"), std::string::npos) << at.text(20);
}

TEST(tune_progress, finals_count_their_own_measurements_and_rounds) {
  tune_progress at(1);
  at.begin_search("a", 120, 0);
  for (int i = 0; i < 10; ++i) at.saw(took(one("tree_sequential", true), 12), {.phase = "search"});
  at.begin("finals", 12, 100);
  EXPECT_EQ(at.text(100), "finals: 0 of 12 measured, unknown time left");
  for (std::size_t i = 0; i < 4; ++i)
    at.saw(took(one("tree_sequential", true), 12), {.phase = "final", .round = 2});
  EXPECT_EQ(at.text(108), "finals, round 2: 4 of 12 measured, 16 s left");
}

}  // namespace
}  // namespace warpmark
