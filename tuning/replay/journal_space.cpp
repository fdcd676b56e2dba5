#include "tuning/replay/journal_space.hpp"

#include <map>
#include <set>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/journal/reader.hpp"
#include "tuning/replay/recorded_time.hpp"
#include "tuning/replay/value_text.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;
using nlohmann::literals::operator""_json_pointer;

outcome outcome_of(const json& line, const std::string& place) {
  outcome result{.cost_s = line.value("wall_s", 0.0)};
  const std::string status = line.value("status", ""), reason = line.value("reason", "");
  if (status != "ok") {
    result.reason = reason.empty() ? status : status + ": " + reason;
  } else if (!line.contains("times_ns") || !line["times_ns"].contains("median")) {
    result.reason = "no time: it was not run on a machine with a clock";
  } else {
    result.time = recorded_time(line["times_ns"]["median"], 1,
                                [&] { return fmt::format("{}: times_ns.median", place); });
  }
  return result;
}

struct recorded_problem {
  tuning::record_subject record_subject;
  std::vector<std::string> axes;
  std::vector<record_entry> entries;
};

record_subject subject_of(const json& line) {
  record_subject record_subject{.family = line.value("family", ""),
                                .variant = line.value("variant", "")};
  for (const auto& [name, value] : line.at("problem").items())
    record_subject.problem.emplace_back(name, value_text(value));
  return record_subject;
}

struct names_seen {
  std::set<std::string> variants;
  std::set<std::string> problems;  ///< Of the selected variant.
};

// " (did you mean 'x'?)", or one example if the list is long.
std::string right_ones(const std::string& wrong, const std::set<std::string>& right) {
  if (right.empty()) return "";
  const auto hint = did_you_mean(wrong, {right.begin(), right.end()});
  return hint.size() < 300 ? hint : fmt::format("; expected e.g. {}", *right.begin());
}

std::string what_is_missing(const journal_choice& choice, const names_seen& seen) {
  if (seen.variants.empty()) return "there is no measurement in it";
  if (!choice.variant.empty() && !seen.variants.contains(choice.variant))
    return fmt::format("no measurement of '{}'{}", choice.variant,
                       right_ones(choice.variant, seen.variants));
  return fmt::format("no measurement at '{}'{}", choice.problem,
                     right_ones(choice.problem, seen.problems));
}

// Adds a measurement's config. All configs must have the same axes; a variant may have gained axes
// while a journal was written.
void add(const json& line, const std::string& place, recorded_problem& to) {
  record_entry entry{.result = outcome_of(line, place), .is_base = line.value("is_base", false)};
  std::vector<std::string> axes;
  for (const auto& [axis, value] : line.at("config").items()) {
    axes.push_back(axis);
    entry.values.push_back(value_text(value));
  }
  if (!to.entries.empty() && axes != to.axes)
    throw usage_error(fmt::format("{}: configs of {} have different axes; expected one space",
                                  place, to.record_subject.text()));
  to.axes = std::move(axes);
  to.entries.push_back(std::move(entry));
}

// Adds a line to its problem, by "variant[problem]", if that matches the choice.
void add_line(const journal::whole_line& whole, const journal_choice& choice, names_seen& seen,
              std::map<std::string, recorded_problem>& result) {
  const json& line = whole.parsed;
  if (line.value("event", "") != "measurement" || line.value("status", "") == "skipped") return;
  const record_subject record_subject = subject_of(line);
  const std::string variant = record_subject.family + "/" + record_subject.variant;
  const std::string name = record_subject.text();
  const std::string problem = name.substr(variant.size() + 1, name.size() - variant.size() - 2);
  seen.variants.insert(variant);
  if (choice.variant.empty() || choice.variant == variant) seen.problems.insert(problem);
  if ((!choice.variant.empty() && choice.variant != variant) ||
      (!choice.problem.empty() && choice.problem != problem))
    return;
  auto& into = result[name];
  into.record_subject = record_subject;
  add(line, whole.place, into);
}

}  // namespace

recorded_space read_journal_space(const std::filesystem::path& path, const journal_choice& choice) {
  names_seen seen;
  std::map<std::string, recorded_problem> problems;
  const json manifest = journal::read(path, [&](const journal::whole_line& line) {
                          add_line(line, choice, seen, problems);
                        }).manifest;
  if (problems.empty())
    throw usage_error(fmt::format("{}: {}", path.string(), what_is_missing(choice, seen)));
  if (problems.size() > 1)
    throw usage_error(fmt::format("{}: {} variants and problems match; name one, e.g. {} or {}",
                                  path.string(), problems.size(), problems.begin()->first,
                                  std::next(problems.begin())->first));
  const auto& found = problems.begin()->second;
  record_subject record_subject = found.record_subject;
  record_subject.device = manifest.value("/card/name"_json_pointer, std::string("a device"));
  return record(std::move(record_subject), "ns", found.axes, found.entries);
}

}  // namespace warpmark::tuning
