#include <limits>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/json_depth.hpp"
#include "base/json_place.hpp"
#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "ci/gate/formats/json_file.hpp"

namespace warpmark::gate {
namespace {

using journal::json_place;

// The value of `all` whose name is the place's text.
template <class List>
auto named(const json_place& place, const List& all) {
  const std::string text = place.text();
  std::vector<std::string> names;
  for (const auto each : all) {
    if (name(each) == text) return each;
    names.emplace_back(name(each));
  }
  throw usage_error(fmt::format("{}: no '{}'{}", place.name(), text, did_you_mean(text, names)));
}

gate_stage stage_at(const json_place& place) {
  return named(place, std::array{gate_stage::statics, gate_stage::counting, gate_stage::timing});
}

// A number; null means one that is not finite.
double real_at(const json_place& place) {
  return place.is_null() ? std::numeric_limits<double>::quiet_NaN() : place.number();
}

template <class F>
auto optional_at(const json_place& place, F&& read) -> std::optional<decltype(read(place))> {
  if (place.is_null()) return std::nullopt;
  return read(place);
}

template <class F>
auto list_at(const json_place& place, F&& read) {
  std::vector<decltype(read(place))> result;
  for (const auto& each : place.items()) result.push_back(read(each));
  return result;
}

std::size_t count_at(const json_place& place) { return place.count(); }

int int_at(const json_place& place) {
  const auto value = place.count();
  if (value > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
    place.fail("an integer below 2^31");
  return static_cast<int>(value);
}

side_record side_at(const json_place& place) {
  return {.name = place.at("asked").text(),
          .commit = place.at("commit").text(),
          .dirty = place.at("dirty").flag(),
          .digest = place.at("digest").text()};
}

stage_record stage_record_at(const json_place& place) {
  return {.stage = stage_at(place.at("stage")),
          .left_out = place.at("left_out").text(),
          .subjects = place.at("subjects").count(),
          .seconds = real_at(place.at("seconds")),
          .card_seconds = real_at(place.at("card_seconds"))};
}

control_record controls_at(const json_place& place) {
  return {.negative = place.at("negative").count(),
          .negative_flagged = place.at("negative_flagged").count(),
          .planted = optional_at(place.at("planted"), real_at),
          .planted_found = place.at("planted_found").flag(),
          .pairs = place.at("pairs").count(),
          .pairs_discarded = place.at("pairs_discarded").count(),
          .trouble = place.at("trouble").text()};
}

source_place place_at(const json_place& place) {
  return {.file = place.at("file").text(), .line = int_at(place.at("line"))};
}

change change_at(const json_place& place) {
  return {.quantity = place.at("quantity").text(),
          .unit = place.at("unit").text(),
          .base = real_at(place.at("base")),
          .head = real_at(place.at("head")),
          .why = place.at("why").text(),
          .judged = place.at("judged").flag(),
          .place = place_at(place.at("place"))};
}

timing_effect effect_at(const json_place& place) {
  return {.base_ns = real_at(place.at("base_ns")),
          .head_ns = real_at(place.at("head_ns")),
          .ratio = real_at(place.at("ratio")),
          .ratio_low = real_at(place.at("ratio_low")),
          .ratio_high = real_at(place.at("ratio_high")),
          .margin = real_at(place.at("margin")),
          .p_value = real_at(place.at("p_value")),
          .adjusted_p = real_at(place.at("adjusted_p")),
          .detectable = optional_at(place.at("detectable"), real_at),
          .missing_rounds = optional_at(place.at("missing_rounds"), count_at),
          .rounds = place.at("rounds").count(),
          .discarded_pairs = place.at("discarded_pairs").count(),
          .cause = place.at("cause").text()};
}

gate_finding finding_at(const json_place& place) {
  return {.stage = stage_at(place.at("stage")),
          .subject = place.at("subject").text(),
          .family = place.at("family").text(),
          .variant = place.at("variant").text(),
          .outcome = named(place.at("verdict"), all_verdicts),
          .reason = place.at("reason").text(),
          .changes = list_at(place.at("changes"), change_at),
          .place = place_at(place.at("place")),
          .effect = optional_at(place.at("effect"), effect_at),
          .impact_ns = real_at(place.at("impact_ns"))};
}

gate_result result_at(const json_place& place) {
  const auto schema = place.at("schema");
  if (schema.text() != gate_schema) schema.fail(fmt::format("\"{}\"", gate_schema));
  const auto ending = place.at("ending");
  return {.base = side_at(place.at("base")),
          .head = side_at(place.at("head")),
          .tool = place.at("tool").text(),
          .started_at = place.at("started_at").text(),
          .argv = place.at("argv").texts(),
          .environment = nlohmann::json(place.at("environment").object()),
          .settings = nlohmann::json(place.at("settings").object()),
          .findings = list_at(place.at("findings"), finding_at),
          .stages = list_at(place.at("stages"), stage_record_at),
          .controls = optional_at(place.at("controls"), controls_at),
          .warnings = place.at("warnings").texts(),
          .ending = {.code = int_at(ending.at("code")), .reason = ending.at("reason").text()}};
}

}  // namespace

gate_result parse_gate_result(const std::string& text, const std::string& file) {
  input::require_shallow_json(text, file);
  try {
    return result_at({nlohmann::ordered_json::parse(text), file});
  } catch (const nlohmann::json::exception& error) {
    throw usage_error(fmt::format("{}: not valid JSON: {}", file, error.what()));
  }
}

gate_result read_gate_result(const std::filesystem::path& path) {
  return parse_gate_result(input::read_text(path), path.string());
}

}  // namespace warpmark::gate
