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

json side_json(const side_record& of) {
  return {{"asked", of.asked}, {"commit", of.commit}, {"dirty", of.dirty}, {"digest", of.digest}};
}

json stage_json(const stage_record& of) {
  return {{"stage", name(of.stage)},
          {"left_out", of.left_out},
          {"subjects", of.subjects},
          {"seconds", of.seconds},
          {"card_seconds", of.card_seconds}};
}

json controls_json(const control_record& of) {
  return {{"negative", of.negative},
          {"negative_flagged", of.negative_flagged},
          {"planted", or_null(of.planted)},
          {"planted_found", of.planted_found},
          {"pairs", of.pairs},
          {"pairs_discarded", of.pairs_discarded},
          {"trouble", of.trouble}};
}

json place_json(const source_place& of) { return {{"file", of.file}, {"line", of.line}}; }

json change_json(const change& of) {
  return {{"quantity", of.quantity},
          {"unit", of.unit},
          {"base", of.base},
          {"head", of.head},
          {"why", of.why},
          {"judged", of.judged},
          {"place", place_json(of.place)}};
}

json effect_json(const timing_effect& of) {
  return {{"base_ns", of.base_ns},
          {"head_ns", of.head_ns},
          {"ratio", of.ratio},
          {"ratio_low", of.ratio_low},
          {"ratio_high", of.ratio_high},
          {"margin", of.margin},
          {"p_value", of.p_value},
          {"adjusted_p", of.adjusted_p},
          {"detectable", or_null(of.detectable)},
          {"missing_rounds", or_null(of.missing_rounds)},
          {"rounds", of.rounds},
          {"discarded_pairs", of.discarded_pairs},
          {"cause", of.cause}};
}

json finding_json(const finding& of) {
  json changes = json::array();
  for (const auto& each : of.changes) changes.push_back(change_json(each));
  return {{"stage", name(of.stage)},
          {"subject", of.subject},
          {"family", of.family},
          {"variant", of.variant},
          {"verdict", name(of.outcome)},
          {"reason", of.reason},
          {"impact_ns", of.impact_ns},
          {"place", place_json(of.place)},
          {"effect", of.effect ? effect_json(*of.effect) : json(nullptr)},
          {"changes", changes}};
}

template <class T, class F>
json list_json(const std::vector<T>& of, F&& one) {
  json result = json::array();
  for (const auto& each : of) result.push_back(one(each));
  return result;
}

json counts_json(const std::vector<finding>& findings) {
  json result = json::object();
  for (const auto& [of, count] : count_verdicts(findings)) result[std::string(name(of))] = count;
  return result;
}

}  // namespace

std::string write_json(const gate_result& of) {
  const json result = {
      {"schema", gate_schema},
      {"tool", of.tool},
      {"started_at", of.started_at},
      {"argv", of.argv},
      {"ending", {{"code", of.ending.code}, {"reason", of.ending.reason}}},
      {"counts", counts_json(of.findings)},
      {"base", side_json(of.base)},
      {"head", side_json(of.head)},
      {"stages", list_json(of.stages, stage_json)},
      {"controls", of.controls ? controls_json(*of.controls) : json(nullptr)},
      {"warnings", of.warnings},
      {"findings", list_json(of.findings, finding_json)},
      {"environment", json(of.environment)},
      {"settings", json(of.settings)},
  };
  // Names of files need not be UTF-8, and numbers that are none become null.
  return result.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

gate_result as_read_back(const gate_result& of) {
  gate_result result = parse_gate_result(write_json(of), "the result");
  sort_findings(result.findings);
  return result;
}

}  // namespace warpmark::gate
