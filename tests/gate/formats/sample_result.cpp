#include "tests/gate/formats/sample_result.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "ci/gate/formats/output_formats.hpp"

namespace warpmark::gate {
namespace {

gate_finding timed(const std::string& variant, verdict outcome, const std::string& reason,
                   const timing_effect& effect) {
  return {.stage = gate_stage::timing,
          .subject = "reduce/" + variant + "[type=f32,n=1048576][block=256]",
          .family = "reduce",
          .variant = variant,
          .outcome = outcome,
          .reason = reason,
          .changes = {},
          .place = {},
          .effect = effect,
          .impact_ns = effect.head_ns - effect.base_ns};
}

timing_effect effect(double ratio) {
  return {.base_ns = 12'300,
          .head_ns = 12'300 * ratio,
          .ratio = ratio,
          .ratio_low = ratio - 0.01,
          .ratio_high = ratio + 0.01,
          .margin = 0.0163,
          .p_value = 0.0001,
          .adjusted_p = 0.0004,
          .detectable = 0.031,
          .missing_rounds = 14,
          .rounds = 15,
          .discarded_pairs = 2,
          .cause = "more cycles"};
}

gate_finding counted(verdict outcome, const std::string& variant) {
  return {.stage = gate_stage::counting,
          .subject = "scan/" + variant + "[type=i32,n=4096][block=128]",
          .family = "scan",
          .variant = variant,
          .outcome = outcome,
          .reason = "shared_load_wavefronts grew from 32 to 1024.",
          .changes = {{.quantity = "shared_load_wavefronts",
                       .unit = "",
                       .base = 32,
                       .head = 1024,
                       .why = "bank conflicts: each request takes 32 passes",
                       .judged = true,
                       .place = {"kernels/scan/hillis_steele.cuh", 41}},
                      {.quantity = "barriers", .unit = "", .base = 4, .head = 4.5, .why = ""}}};
}

gate_finding compiled(verdict outcome, const std::string& variant) {
  return {.stage = gate_stage::statics,
          .subject = "sort.cu: " + variant + "<float, 256> on sm_90",
          .family = "sort",
          .variant = variant,
          .outcome = outcome,
          .reason = "It spills.",
          .changes = {{.quantity = "spill_store_bytes",
                       .unit = "B",
                       .base = 0,
                       .head = 64,
                       .why = "registers do not suffice",
                       .judged = true}},
          .place = {"kernels/sort/bitonic, twice.cuh", 7}};
}

gate_finding without_numbers(verdict outcome, const std::string& variant,
                             const std::string& reason) {
  return {.stage = gate_stage::counting,
          .subject = "scan/" + variant + "[n=1][]",
          .family = "scan",
          .variant = variant,
          .outcome = outcome,
          .reason = reason};
}

}  // namespace

gate_result sample_result() {
  gate_result result;
  result.base = {"origin/main", "0123456789abcdef0123456789abcdef01234567", false, "aa11"};
  result.head = {".", "", true, "bb22"};
  result.tool = "warpmark 0.1.0 (abc1234)";
  result.started_at = "2026-11-22T11:30:00Z";
  result.argv = {"warpmark", "gate", "--base", "origin/main"};
  result.environment = {{"card", {{"name", "NVIDIA H200"}, {"uuid", "GPU-1"}}}, {"host", "ci-7"}};
  result.settings = {{"version", 1}};
  result.findings = {
      counted(verdict::unchanged, "blelloch"),
      timed("strided", verdict::regression, "5.2 % slower, surely more than 1.63 %.",
            effect(1.052)),
      counted(verdict::regression, "hillis_steele"),
      compiled(verdict::regression, "bitonic"),
      compiled(verdict::accepted, "merge"),
      timed("warp", verdict::suspect, "Twice as fast without another instruction.", effect(0.5)),
      timed("tree", verdict::invalid, "9 of 40 pairs were discarded.", effect(1.2)),
      timed("chunked", verdict::inconclusive, "The interval holds 1.63 %.", effect(1.01)),
      timed("vector", verdict::improvement, "8 % faster.", effect(0.92)),
      timed("cascade", verdict::pass, "Not slower than 2 %.", effect(1.001)),
      without_numbers(verdict::missing, "ballot", "There in the base, gone in the head."),
      without_numbers(verdict::added, "lookback", "There in the head, not in the base.")};
  result.stages = {{gate_stage::statics, "", 120, 4.25},
                   {gate_stage::counting, "", 60, 31.5},
                   {gate_stage::timing, "no card", 0, 0}};
  result.controls = control_record{.negative = 412,
                                   .negative_flagged = 1,
                                   .planted = 0.03,
                                   .planted_found = true,
                                   .pairs = 400,
                                   .pairs_discarded = 3,
                                   .trouble = ""};
  result.warnings = {"The card is shared."};
  result.ending = {1, "3 REGRESSION: reduce/strided; and 2 more"};
  return result;
}

gate_result large_result(std::size_t count) {
  gate_result result = sample_result();
  for (std::size_t i = 0; i < count; ++i) {
    auto worse = counted(verdict::regression, fmt::format("variant_{}", i));
    worse.impact_ns = static_cast<double>(i);
    result.findings.push_back(worse);
    result.findings.push_back(timed(fmt::format("open_{}", i), verdict::inconclusive,
                                    "The interval holds the margin.", effect(1.01)));
  }
  return result;
}

gate_result result_saying(const std::string& text) {
  gate_result result = sample_result();
  auto said = counted(verdict::regression, "x");
  said.subject = said.reason = said.family = said.variant = text;
  for (auto& change : said.changes) change.quantity = change.why = change.unit = text;
  said.place = said.changes.front().place = {text, 3};
  result.findings = {said};
  result.base.name = result.head.name = result.tool = result.started_at = text;
  result.warnings = result.argv = {text};
  result.controls->trouble = text;
  result.ending = {4, text};
  return result;
}

std::string output_of(const std::string& option, const gate_result& gate_result) {
  for (const auto& output_format : all_output_formats())
    if (output_format.option == option) return output_text(output_format, gate_result);
  throw std::logic_error("no output " + option);
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

}  // namespace warpmark::gate
