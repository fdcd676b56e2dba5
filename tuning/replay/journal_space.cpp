#include "tuning/replay/journal_space.hpp"

#include <limits>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "bench/core/suggest.hpp"
#include "bench/core/usage_error.hpp"
#include "bench/journal/reader.hpp"
#include "tuning/replay/gzip_text.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;

std::string text_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// "type=i32,n=1024"
std::string canonical(const json& values) {
  std::string text;
  for (const auto& [name, value] : values.items())
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, text_of(value));
  return text;
}

outcome outcome_of(const json& line) {
  const std::string status = line.value("status", "");
  if (status != "ok") {
    const std::string reason = line.value("reason", "");
    return {.reason = reason.empty() ? status : status + ": " + reason};
  }
  if (!line.contains("times_ns") || !line["times_ns"].contains("median"))
    return {.reason = "no time: it was not run on a machine with a clock"};
  const json& median = line["times_ns"]["median"];
  return {.time =
              median.is_number() ? median.get<double>() : std::numeric_limits<double>::quiet_NaN()};
}

struct recorded_problem {
  std::vector<std::string> axes;
  std::vector<record_entry> entries;
};

// By "variant[problem]"; those that match the choice.
std::map<std::string, recorded_problem> problems_of(const std::filesystem::path& path,
                                                    const journal_choice& choice,
                                                    std::vector<std::string>& all) {
  std::map<std::string, recorded_problem> result;
  std::istringstream lines(read_text(path));
  for (std::string text; std::getline(lines, text) && !lines.eof();) {
    const json line = json::parse(text);
    if (line.value("event", "") != "measurement" || line.value("status", "") == "skipped") continue;
    const std::string variant = line.value("family", "") + "/" + line.value("variant", "");
    const std::string problem = canonical(line.at("problem"));
    const std::string name = fmt::format("{}[{}]", variant, problem);
    if (all.empty() || all.back() != name) all.push_back(name);
    if ((!choice.variant.empty() && choice.variant != variant) ||
        (!choice.problem.empty() && choice.problem != problem))
      continue;
    auto& into = result[name];
    record_entry entry{.result = outcome_of(line), .is_base = line.value("is_base", false)};
    into.axes.clear();
    for (const auto& [axis, value] : line.at("config").items()) {
      into.axes.push_back(axis);
      entry.values.push_back(text_of(value));
    }
    into.entries.push_back(std::move(entry));
  }
  return result;
}

}  // namespace

recorded_space read_journal_space(const std::filesystem::path& path, const journal_choice& choice) {
  journal::read(path);  // Says what is wrong with it as every verb does.
  std::vector<std::string> all;
  const auto problems = problems_of(path, choice, all);
  const std::string wanted = fmt::format("{}[{}]", choice.variant, choice.problem);
  if (problems.empty())
    throw usage_error(fmt::format("{}: no measurement of {}{}", path.string(), wanted,
                                  did_you_mean(wanted, all)));
  if (problems.size() > 1)
    throw usage_error(fmt::format("{}: {} variants and problems match; name one, e.g. {} or {}",
                                  path.string(), problems.size(), problems.begin()->first,
                                  std::next(problems.begin())->first));
  const auto& [name, found] = *problems.begin();
  return record(name, "ns", found.axes, found.entries);
}

}  // namespace warpmark::tuning
