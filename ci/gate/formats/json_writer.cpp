#include <cmath>

#include "ci/gate/formats/json_file.hpp"
#include "ci/gate/formats/writers.hpp"

namespace warpmark::gate {
namespace {

using json = nlohmann::ordered_json;

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

json side_json(const side_record& side_record) {
  return {{"asked", side_record.name},
          {"commit", side_record.commit},
          {"dirty", side_record.dirty},
          {"digest", side_record.digest}};
}

json stage_json(const stage_record& stage_record) {
  return {{"stage", name(stage_record.stage)},
          {"left_out", stage_record.left_out},
          {"subjects", stage_record.subjects},
          {"seconds", stage_record.seconds},
          {"card_seconds", stage_record.card_seconds}};
}

json controls_json(const control_record& control_record) {
  return {{"negative", control_record.negative},
          {"negative_flagged", control_record.negative_flagged},
          {"planted", or_null(control_record.planted)},
          {"planted_found", control_record.planted_found},
          {"pairs", control_record.pairs},
          {"pairs_discarded", control_record.pairs_discarded},
          {"trouble", control_record.trouble}};
}

json place_json(const source_place& source_place) {
  return {{"file", source_place.file}, {"line", source_place.line}};
}

json change_json(const change& change) {
  return {{"quantity", change.quantity},
          {"unit", change.unit},
          {"base", change.base},
          {"head", change.head},
          {"why", change.why},
          {"judged", change.judged},
          {"place", place_json(change.place)}};
}

json effect_json(const timing_effect& timing_effect) {
  return {{"base_ns", timing_effect.base_ns},
          {"head_ns", timing_effect.head_ns},
          {"ratio", timing_effect.ratio},
          {"ratio_low", timing_effect.ratio_low},
          {"ratio_high", timing_effect.ratio_high},
          {"margin", timing_effect.margin},
          {"p_value", timing_effect.p_value},
          {"adjusted_p", timing_effect.adjusted_p},
          {"detectable", or_null(timing_effect.detectable)},
          {"missing_rounds", or_null(timing_effect.missing_rounds)},
          {"rounds", timing_effect.rounds},
          {"discarded_pairs", timing_effect.discarded_pairs},
          {"cause", timing_effect.cause}};
}

json finding_json(const gate_finding& finding) {
  json changes = json::array();
  for (const auto& each : finding.changes) changes.push_back(change_json(each));
  return {{"stage", name(finding.stage)},
          {"subject", finding.subject},
          {"family", finding.family},
          {"variant", finding.variant},
          {"verdict", name(finding.outcome)},
          {"reason", finding.reason},
          {"impact_ns", finding.impact_ns},
          {"place", place_json(finding.place)},
          {"effect", finding.effect ? effect_json(*finding.effect) : json(nullptr)},
          {"changes", changes}};
}

template <class T, class F>
json list_json(const std::vector<T>& values, F&& one) {
  json result = json::array();
  for (const auto& each : values) result.push_back(one(each));
  return result;
}

json counts_json(const std::vector<gate_finding>& findings) {
  json result = json::object();
  for (const auto& [outcome, count] : count_verdicts(findings))
    result[std::string(name(outcome))] = count;
  return result;
}

}  // namespace

std::string write_json(const gate_result& gate_result) {
  const json result = {
      {"schema", gate_schema},
      {"tool", gate_result.tool},
      {"started_at", gate_result.started_at},
      {"argv", gate_result.argv},
      {"ending", {{"code", gate_result.ending.code}, {"reason", gate_result.ending.reason}}},
      {"counts", counts_json(gate_result.findings)},
      {"base", side_json(gate_result.base)},
      {"head", side_json(gate_result.head)},
      {"stages", list_json(gate_result.stages, stage_json)},
      {"controls", gate_result.controls ? controls_json(*gate_result.controls) : json(nullptr)},
      {"warnings", gate_result.warnings},
      {"findings", list_json(gate_result.findings, finding_json)},
      {"environment", json(gate_result.environment)},
      {"settings", json(gate_result.settings)},
  };
  // File names need not be UTF-8, and NaN and infinities become null.
  return result.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

gate_result as_read_back(const gate_result& gate_result) {
  gate::gate_result result = parse_gate_result(write_json(gate_result), "the result");
  sort_findings(result.findings);
  return result;
}

}  // namespace warpmark::gate
