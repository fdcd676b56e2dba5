#include "cli/run/museum_tally.hpp"

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
  for (const auto& each : line.value("findings", journal::json::array()))
    kinds.insert(each.at("kind").get<std::string>());
  return kinds;
}

// Counters that are predicted, and other than that.
std::set<std::string> broken_predictions(const point& of, const journal::json& line) {
  std::set<std::string> broken;
  if (line.at("status") != "ok" || !line.contains("counters")) return broken;
  for (const auto& each : of.of->defects) {
    const auto predicted = each.value ? each.value(of.asked, of.how) : std::nullopt;
    if (predicted && line.at("counters").value(each.metric, *predicted) != *predicted)
      broken.insert(each.metric);
  }
  return broken;
}

// In the words of published_fault::caught_by.
std::set<std::string> found_in(const point& of, const journal::json& line) {
  std::set<std::string> found = kinds_in(line);
  found.merge(broken_predictions(of, line));
  const auto status = line.at("status").get<std::string>();
  if (found.empty() && status != "ok") found.insert(status);
  return found;
}

}  // namespace

std::string museum_tally::verdict(const point& of, const journal::json& line) {
  const auto found = found_in(of, line);
  const auto& named = of.of->mutant->caught_by;
  if (found == std::set<std::string>(named.begin(), named.end())) return as_named;
  const auto status = line.at("status").get<std::string>();
  return found.empty() || status == "skipped" || status == "failed" ? not_caught : "caught";
}

void museum_tally::add(const point& of, const journal::json& line) {
  if (!of.of->mutant) return;
  rows_.push_back({of.of->path(), of.of->mutant->catchers(),
                   fmt::format("{}", fmt::join(found_in(of, line), ", ")), verdict(of, line)});
}

std::string museum_tally::text() const {
  if (rows_.empty()) return "";
  auto rows = rows_;
  std::sort(rows.begin(), rows.end());
  const auto with = [&](const char* verdict) {
    return std::count_if(rows.begin(), rows.end(),
                         [&](const auto& each) { return each.back() == verdict; });
  };
  return fmt::format(
      "\n{}{} of {} mutants caught by what they name and nothing else; {} not caught\n",
      text_table({"mutant", "to be caught by", "found", "verdict"}, rows), with(as_named),
      rows.size(), with(not_caught));
}

}  // namespace warpmark
