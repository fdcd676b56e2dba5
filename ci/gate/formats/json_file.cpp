#include "ci/gate/formats/json_file.hpp"

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/json_depth.hpp"
#include "base/json_fields.hpp"
#include "base/usage_error.hpp"
#include "ci/gate/formats/writers.hpp"

namespace warpmark::gate {
namespace {

using json_fields::if_known;
using json_fields::only_written;
using json_fields::or_nan;
using nlohmann::ordered_json;

ordered_json counts_json(const std::vector<gate_finding>& findings) {
  ordered_json result = ordered_json::object();
  for (const auto& [outcome, count] : count_verdicts(findings))
    result[std::string(name(outcome))] = count;
  return result;
}

}  // namespace

constexpr auto named_values(gate_stage) { return all_stages; }
constexpr auto named_values(verdict) { return all_verdicts; }

template <fields_of<side_record> Side, class Visit>
void visit_fields(Side& side, Visit&& field) {
  field("asked", side.name);
  field("commit", side.commit);
  field("dirty", side.dirty);
  field("digest", side.digest);
}

template <fields_of<stage_record> Stage, class Visit>
void visit_fields(Stage& stage, Visit&& field) {
  field("stage", stage.stage);
  field("left_out", stage.left_out);
  field("subjects", stage.subjects);
  field("seconds", stage.seconds, or_nan);
  field("card_seconds", stage.card_seconds, or_nan);
}

template <fields_of<control_record> Controls, class Visit>
void visit_fields(Controls& controls, Visit&& field) {
  field("negative", controls.negative);
  field("negative_flagged", controls.negative_flagged);
  field("planted", controls.planted);
  field("planted_found", controls.planted_found);
  field("pairs", controls.pairs);
  field("pairs_discarded", controls.pairs_discarded);
  field("trouble", controls.trouble);
}

template <fields_of<source_place> Place, class Visit>
void visit_fields(Place& place, Visit&& field) {
  field("file", place.file);
  field("line", place.line);
}

template <fields_of<change> Change, class Visit>
void visit_fields(Change& change, Visit&& field) {
  field("quantity", change.quantity);
  field("unit", change.unit);
  field("base", change.base, or_nan);
  field("head", change.head, or_nan);
  field("why", change.why);
  field("judged", change.judged);
  field("place", change.place);
}

template <fields_of<timing_effect> Effect, class Visit>
void visit_fields(Effect& effect, Visit&& field) {
  field("base_ns", effect.base_ns, or_nan);
  field("head_ns", effect.head_ns, or_nan);
  field("ratio", effect.ratio, or_nan);
  field("ratio_low", effect.ratio_low, or_nan);
  field("ratio_high", effect.ratio_high, or_nan);
  field("margin", effect.margin, or_nan);
  field("p_value", effect.p_value, or_nan);
  field("adjusted_p", effect.adjusted_p, or_nan);
  field("detectable", effect.detectable);
  field("missing_rounds", effect.missing_rounds);
  field("rounds", effect.rounds);
  field("discarded_pairs", effect.discarded_pairs);
  field("controls", effect.controls, if_known);
  field("cause", effect.cause);
}

template <fields_of<gate_finding> Finding, class Visit>
void visit_fields(Finding& finding, Visit&& field) {
  field("stage", finding.stage);
  field("subject", finding.subject);
  field("family", finding.family);
  field("variant", finding.variant);
  field("verdict", finding.outcome);
  field("reason", finding.reason);
  field("impact_ns", finding.impact_ns, or_nan);
  field("place", finding.place);
  field("effect", finding.effect);
  field("changes", finding.changes);
}

template <fields_of<gate_ending> Ending, class Visit>
void visit_fields(Ending& ending, Visit&& field) {
  field("code", ending.code);
  field("reason", ending.reason);
}

template <fields_of<gate_result> Result, class Visit>
void visit_fields(Result& result, Visit&& field) {
  field("schema", gate_schema, only_written);
  field("tool", result.tool);
  field("started_at", result.started_at);
  field("argv", result.argv);
  field("ending", result.ending);
  field("counts", counts_json(result.findings), only_written);
  field("base", result.base);
  field("head", result.head);
  field("stages", result.stages);
  field("controls", result.controls);
  field("warnings", result.warnings);
  field("findings", result.findings);
  field("environment", result.environment);
  field("settings", result.settings);
}

std::string write_json(const gate_result& gate_result) {
  // File names need not be UTF-8, and NaN and infinities become null.
  return json_fields::write<ordered_json>(gate_result)
             .dump(1, ' ', false, ordered_json::error_handler_t::replace) +
         "\n";
}

gate_result parse_gate_result(const std::string& text, const std::string& file) {
  input::require_shallow_json(text, file);
  try {
    const ordered_json parsed = ordered_json::parse(text);
    const journal::json_place place(parsed, file);
    const auto schema = place.at("schema");
    if (schema.text() != gate_schema) schema.fail(fmt::format("\"{}\"", gate_schema));
    return json_fields::read<gate_result>(place);
  } catch (const ordered_json::exception& error) {
    throw usage_error(fmt::format("{}: not valid JSON: {}", file, error.what()));
  }
}

gate_result read_gate_result(const std::filesystem::path& path) {
  return parse_gate_result(input::read_text(path), path.string());
}

gate_result as_read_back(const gate_result& gate_result) {
  gate::gate_result result = parse_gate_result(write_json(gate_result), "the result");
  sort_findings(result.findings);
  return result;
}

}  // namespace warpmark::gate
