#include "cli/run/mutant_tally.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/text_table.hpp"

namespace warpmark {
namespace {

constexpr const char* as_named = "as named";
constexpr const char* not_caught = "not caught";

std::set<std::string> kinds_in(const journal::json& line) {
  std::set<std::string> kinds;
  for (const auto& finding : line.value("findings", journal::json::array()))
    kinds.insert(finding.at("kind").get<std::string>());
  return kinds;
}

// Counters that differ from their predictions.
std::set<std::string> broken_predictions(const point& point, const journal::json& line) {
  std::set<std::string> broken;
  if (line.at("status") != "ok" || !line.contains("counters")) return broken;
  for (const auto& prediction : point.variant->predictions) {
    const auto predicted =
        prediction.value ? prediction.value(point.problem, point.config) : std::nullopt;
    if (predicted && line.at("counters").value(prediction.metric, *predicted) != *predicted)
      broken.insert(prediction.metric);
  }
  return broken;
}

// In the terms of published_fault::caught_by.
std::set<std::string> found_in(const point& point, const journal::json& line) {
  std::set<std::string> found = kinds_in(line);
  found.merge(broken_predictions(point, line));
  const auto status = line.at("status").get<std::string>();
  if (found.empty() && status != "ok") found.insert(status);
  return found;
}

}  // namespace

std::string mutant_tally::verdict(const point& point, const journal::json& line) {
  const auto found = found_in(point, line);
  const auto& named = point.variant->mutant->caught_by;
  if (found == std::set<std::string>(named.begin(), named.end())) return as_named;
  const auto status = line.at("status").get<std::string>();
  return found.empty() || status == "skipped" || status == "failed" ? not_caught : "caught";
}

void mutant_tally::add(const point& point, const journal::json& line) {
  if (!point.variant->mutant) return;
  rows_.push_back({point.variant->path(), point.variant->mutant->catchers(),
                   fmt::format("{}", fmt::join(found_in(point, line), ", ")),
                   verdict(point, line)});
}

std::string mutant_tally::text() const {
  if (rows_.empty()) return "";
  auto rows = rows_;
  std::sort(rows.begin(), rows.end());
  const auto with = [&](const char* verdict) {
    return std::count_if(rows.begin(), rows.end(),
                         [&](const auto& row) { return row.back() == verdict; });
  };
  return fmt::format("\n{}{} of {} mutants caught by exactly what they name; {} not caught\n",
                     text_table({"mutant", "to be caught by", "found", "verdict"}, rows),
                     with(as_named), rows.size(), with(not_caught));
}

}  // namespace warpmark
