// The report of `run` on mutants: whether exactly the named findings were made.

#include "cli/run/mutant_tally.hpp"

#include <gtest/gtest.h>

#include "bench/core/selection.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

using journal::json;

point point_of(const std::string& path) {
  const auto planned =
      make_sweep(built_in_registry(), {.patterns = {path}, .mutants = mutant_scope::included},
                 device_limits{});
  return planned.points.front();
}

json line_with(const std::string& status, const std::vector<std::string>& kinds = {}) {
  json line = {{"status", status}};
  for (const auto& kind : kinds) line["findings"].push_back({{"kind", kind}});
  return line;
}

std::string verdict(const std::string& path, const json& line) {
  return mutant_tally::verdict(point_of(path), line);
}

TEST(mutant_tally, a_wrong_result_is_as_named_where_nothing_was_found) {
  const std::string path = "count/mutants/zero_taken_for_known";
  EXPECT_EQ(verdict(path, line_with("wrong")), "as named");
  EXPECT_EQ(verdict(path, line_with("wrong", {"out_of_bounds"})), "caught");
  EXPECT_EQ(verdict(path, line_with("crashed")), "caught");
  EXPECT_EQ(verdict(path, line_with("ok")), "not caught");
  EXPECT_EQ(verdict(path, line_with("skipped")), "not caught");
  EXPECT_EQ(verdict(path, line_with("failed")), "not caught");
}

TEST(mutant_tally, all_findings_that_are_named_must_be_found) {
  const std::string path = "scan/mutants/one_barrier_a_step";
  EXPECT_EQ(verdict(path, line_with("wrong", {"missing_syncwarp", "shared_race", "shared_race"})),
            "as named");
  EXPECT_EQ(verdict(path, line_with("wrong", {"shared_race"})), "caught");
  EXPECT_EQ(verdict(path, line_with("wrong")), "caught");  // as on a card
}

TEST(mutant_tally, a_counter_is_compared_with_its_prediction) {
  const point padded = point_of("scan/mutants/padding_macro");
  const auto& prediction = padded.variant->predictions.front();
  const auto predicted = prediction.value(padded.problem, padded.config);
  ASSERT_TRUE(predicted);
  json line = line_with("ok");
  line["counters"][prediction.metric] = *predicted;
  EXPECT_EQ(mutant_tally::verdict(padded, line), "not caught");
  line["counters"][prediction.metric] = *predicted + 1;
  EXPECT_EQ(mutant_tally::verdict(padded, line), "as named");
}

TEST(mutant_tally, counts_mutants_alone) {
  mutant_tally tally;
  tally.add(point_of("reduce/strided"), line_with("wrong"));
  EXPECT_EQ(tally.text(), "");
  tally.add(point_of("count/mutants/zero_taken_for_known"), line_with("wrong"));
  tally.add(point_of("scan/mutants/one_barrier_a_step"), line_with("ok"));
  EXPECT_NE(tally.text().find("1 of 2 mutants caught by exactly what they name; 1 not"),
            std::string::npos)
      << tally.text();
}

}  // namespace
}  // namespace warpmark
