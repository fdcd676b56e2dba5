#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "ci/gate/formats/json_file.hpp"
#include "ci/gate/formats/output_formats.hpp"
#include "tests/gate/formats/sample_result.hpp"
#include "tests/refusal.hpp"

namespace warpmark::gate {
namespace {

std::string refused_json(const std::string& from, const std::string& to) {
  std::string text = output_of("--json", sample_result());
  text.replace(text.find(from), from.size(), to);
  return refusal([&] { parse_gate_result(text, "r.json"); });
}

TEST(gate_json, gives_back_every_field) {
  const auto before = sample_result();
  const auto after = parse_gate_result(output_of("--json", before), "r.json");
  EXPECT_EQ(after.base.name, "origin/main");
  EXPECT_EQ(after.base.commit, before.base.commit);
  EXPECT_EQ(after.base.digest, "aa11");
  EXPECT_TRUE(after.head.dirty);
  EXPECT_EQ(after.tool, before.tool);
  EXPECT_EQ(after.started_at, before.started_at);
  EXPECT_EQ(after.argv, before.argv);
  EXPECT_EQ(after.environment, before.environment);
  EXPECT_EQ(after.settings, before.settings);
  EXPECT_EQ(after.warnings, before.warnings);
  EXPECT_EQ(after.ending.code, 1);
  EXPECT_EQ(after.ending.reason, before.ending.reason);
  ASSERT_EQ(after.stages.size(), 3u);
  EXPECT_EQ(after.stages[1].seconds, 31.5);
  EXPECT_EQ(after.stages[2].left_out, "no card");
  EXPECT_EQ(after.controls->negative, 412u);
  EXPECT_EQ(after.controls->planted, 0.03);
  EXPECT_TRUE(after.controls->planted_found);
  ASSERT_EQ(after.findings.size(), before.findings.size());
}

TEST(gate_json, gives_back_every_field_of_findings) {
  const auto after = parse_gate_result(output_of("--json", sample_result()), "r.json");
  // The worst verdicts are first; among regressions timing's, which costs most, then those of
  // stages without times.
  EXPECT_EQ(after.findings[0].outcome, verdict::invalid);
  EXPECT_EQ(after.findings[1].outcome, verdict::suspect);
  const auto& timed = after.findings[2];
  EXPECT_EQ(timed.outcome, verdict::regression);
  EXPECT_EQ(timed.stage, gate_stage::timing);
  EXPECT_EQ(timed.effect->ratio, 1.052);
  EXPECT_EQ(timed.effect->ratio_low, 1.052 - 0.01);
  EXPECT_EQ(timed.effect->adjusted_p, 0.0004);
  EXPECT_EQ(timed.effect->detectable, 0.031);
  EXPECT_EQ(timed.effect->missing_rounds, 14u);
  EXPECT_EQ(timed.effect->cause, "more cycles");
  EXPECT_DOUBLE_EQ(timed.impact_ns, 12'300 * 0.052);
  const auto& compiled = after.findings[3];
  EXPECT_EQ(compiled.stage, gate_stage::statics);
  EXPECT_EQ(compiled.place, (source_place{"kernels/sort/bitonic, twice.cuh", 7}));
  const auto& counted = after.findings[4];
  EXPECT_EQ(counted.changes[0].quantity, "shared_load_wavefronts");
  EXPECT_EQ(counted.changes[0].head, 1024);
  EXPECT_TRUE(counted.changes[0].judged);
  EXPECT_EQ(counted.changes[0].place.line, 41);
  EXPECT_EQ(counted.changes[1].head, 4.5);
  EXPECT_FALSE(counted.effect);
}

TEST(gate_json, makes_all_outputs_again) {
  for (const auto& result : {sample_result(), large_result(50), result_saying("\xff|\n<b>")}) {
    const auto read = parse_gate_result(output_of("--json", result), "r.json");
    for (const auto& format : all_output_formats())
      EXPECT_EQ(output_text(format, read), output_text(format, result)) << format.name;
  }
}

TEST(gate_json, an_empty_result_is_read_back) {
  const auto read = parse_gate_result(output_of("--json", {}), "r.json");
  EXPECT_FALSE(read.controls);
  EXPECT_TRUE(read.findings.empty());
  EXPECT_EQ(read.ending.code, 2);
}

TEST(gate_json, numbers_that_are_none_are_null) {
  auto result = sample_result();
  result.findings[1].effect->ratio_high = std::numeric_limits<double>::infinity();
  result.findings[1].effect->detectable = std::nan("");
  const auto read = parse_gate_result(output_of("--json", result), "r.json");
  EXPECT_TRUE(std::isnan(read.findings[2].effect->ratio_high));
  EXPECT_FALSE(read.findings[2].effect->detectable);
  EXPECT_TRUE(contains(output_of("--markdown", result), "?"));
}

TEST(gate_json, refusals_name_the_place) {
  EXPECT_TRUE(
      contains(refused_json("gate-1", "gate-2"), "schema is \"warpmark/gate-2\"; expected"));
  EXPECT_TRUE(contains(refused_json(": \"SUSPECT\"", ": \"SUSPET\""),
                       "no 'SUSPET' (did you mean 'SUSPECT'?)"));
  EXPECT_TRUE(contains(refused_json("\"timing\"", "\"time\""), "stage: no 'time'"));
  EXPECT_TRUE(
      contains(refused_json("\"impact_ns\"", "\"impact\""), "findings[0] has no 'impact_ns'"));
  EXPECT_TRUE(contains(refused_json("\"line\": 41", "\"line\": 4.1"), "line is 4.1"));
  EXPECT_TRUE(contains(refused_json("\"line\": 41", "\"line\": 4294967337"), "below 2^31"));
  EXPECT_TRUE(contains(refused_json("{", "["), "r.json: not valid JSON"));
  EXPECT_TRUE(contains(refusal([] { read_gate_result("no/such.json"); }), "no/such.json: No such"));
}

TEST(gate_json, unknown_keys_are_passed_over) {
  EXPECT_EQ(refused_json("\"tool\":", "\"new_key\": 1, \"tool\":"), "");
}

}  // namespace
}  // namespace warpmark::gate
