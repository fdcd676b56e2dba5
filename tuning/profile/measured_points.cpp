#include "tuning/profile/measured_points.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/sha256.hpp"
#include "base/usage_error.hpp"
#include "bench/journal/objective.hpp"
#include "bench/journal/parameters_json.hpp"
#include "bench/journal/reader.hpp"
#include "tuning/replay/recorded_time.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;
using nlohmann::literals::operator""_json_pointer;

double positive(const json& times, const char* name, const std::string& where) {
  return recorded_time(times.value(name, json()), 1,
                       [&] { return fmt::format("{}: times_ns.{}", where, name); });
}

// Of a tuning for energy: see journal::objective_kind.
std::optional<timing> value_of(const json& line, journal::objective_kind objective,
                               const std::string& where) {
  if (line.value("status", "") != "ok") return std::nullopt;
  const auto value = journal::objective_of(line, objective);
  if (!value) return std::nullopt;
  const auto checked = [&](double number) {
    return recorded_time(number, 1, [&] { return fmt::format("{}: energy", where); });
  };
  return timing{.median_ns = checked(value->value),
                .ci_lo_ns = std::min(value->value, std::max(value->lo, 1e-3 * value->value)),
                .ci_hi_ns = checked(value->hi)};
}

std::optional<timing> time_of(const json& line, const std::string& where) {
  if (line.value("status", "") != "ok" || !line.contains("times_ns")) return std::nullopt;
  const json& times = line["times_ns"];
  const double median = positive(times, "median", where);
  // A single execution has no interval.
  const auto bound = [&](const char* name) {
    return times.contains(name) && !times[name].is_null() ? positive(times, name, where) : median;
  };
  return timing{.median_ns = median, .ci_lo_ns = bound("ci_lo"), .ci_hi_ns = bound("ci_hi")};
}

// Modelled executions are cold.
std::optional<timing> modelled_time_of(const json& line, const std::string& where) {
  if (line.value("status", "") != "ok" || !line.contains("modelled_time_ns")) return std::nullopt;
  const double ns = recorded_time(line["modelled_time_ns"], 1,
                                  [&] { return fmt::format("{}: modelled_time_ns", where); });
  return timing{.median_ns = ns, .ci_lo_ns = ns, .ci_hi_ns = ns};
}

std::string text_or_empty(const json& line, const char* name) {
  return line.contains(name) && line[name].is_string() ? line[name].get<std::string>() : "";
}

measured_point point_of(const json& line, journal::objective_kind objective,
                        const std::string& where) {
  return {
      .family = text_or_empty(line, "family"),
      .variant = text_or_empty(line, "variant"),
      .problem = journal::parameters_from_json(line.value("problem", json()), where + ": problem"),
      .parameters = journal::parameters_from_json(line.value("config", json()), where + ": config"),
      .is_base = line.value("is_base", false),
      .deterministic = parse_determinism(text_or_empty(line, "deterministic")),
      .status = text_or_empty(line, "status"),
      .reason = text_or_empty(line, "reason"),
      .state = text_or_empty(line, "state"),
      .card_uuid = text_or_empty(line, "card_uuid"),
      .phase = line.value("/tuning/phase"_json_pointer, std::string()),
      .time = objective == journal::objective_kind::time ? time_of(line, where)
                                                         : value_of(line, objective, where),
      .wall_s = line.value("wall_s", 0.0),
      .given_up = text_or_empty(line, "stop_reason") == "beaten"};
}

}  // namespace

measured_journal of_phases(const measured_journal& from, const std::vector<std::string>& phases) {
  measured_journal some = from;
  std::erase_if(some.points, [&](const measured_point& point) {
    return std::find(phases.begin(), phases.end(), point.phase) == phases.end();
  });
  return some;
}

measured_journal read_measured_journal(const std::filesystem::path& path) {
  input::input_file file(path);
  compiler::sha256 hash;
  file.watch([&](std::string_view part) { hash.part(part); });
  measured_journal result;
  const auto objective =
      journal::objective_of_journal(journal::read_manifest(path).value_or(json::object()));
  const bool is_modelled =
      modelled_origin_of(journal::read_manifest(path).value_or(json::object())).has_value();
  const auto seen = journal::read(file, [&](const journal::whole_line& line) {
    if (line.parsed.value("event", "") != "measurement") return;
    // A pilot eliminates slow variants, at a size that may not be selected.
    if (line.parsed.value("/tuning/phase"_json_pointer, "") == "pilot") return;
    result.points.push_back(point_of(line.parsed, objective, line.place));
    if (!is_modelled) return;
    result.points.back().time = modelled_time_of(line.parsed, line.place);
    result.points.back().state = "cold";
  });
  result.source = {.file = path.filename().string(),
                   .sha256 = hash.hex(),
                   .commit = seen.manifest.value("/tool/commit"_json_pointer, ""),
                   .started_at = seen.manifest.value("started_at", ""),
                   .complete = seen.complete};
  result.manifest = seen.manifest;
  result.modelled = modelled_origin_of(seen.manifest);
  return result;
}

}  // namespace warpmark::tuning
