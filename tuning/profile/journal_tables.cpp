#include "tuning/profile/journal_tables.hpp"

#include <algorithm>
#include <fnmatch.h>
#include <map>
#include <set>

namespace warpmark::tuning {
namespace {

// All rounds of a point.
struct round_list {
  std::vector<timing> times;
  bool failed = false;
};

struct candidate_rounds {
  tuning::candidate candidate;
  std::map<std::uint64_t, round_list> by_size;
};

struct problem_rounds {
  tuning::size_problem size_problem;
  std::set<std::uint64_t> sizes;
  // Bases first, then by text: the order of the table.
  std::map<std::pair<bool, std::string>, candidate_rounds> candidates;
};

bool matches(const std::vector<std::string>& globs, const std::string& path) {
  return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
    return fnmatch(glob.c_str(), path.c_str(), 0) == 0;
  });
}

bool asks_for(const measured_point& point, const std::string& axis,
              const std::vector<std::string>& values) {
  const auto* value = point.problem.find(axis);
  return value != nullptr &&
         std::find(values.begin(), values.end(), to_text(*value)) != values.end();
}

bool is_wanted(const measured_point& point, const table_filter& filter) {
  const std::string path = point.family + "/" + point.variant;
  for (const auto& [axis, values] : filter.problems)
    if (!asks_for(point, axis, values)) return false;
  return point.status != "skipped" && !point.given_up &&
         (point.state.empty() || point.state == filter.state) &&
         (filter.select.empty() || matches(filter.select, path)) &&
         !matches(filter.leave_out, path);
}

std::optional<std::uint64_t> size_of(const measured_point& point) {
  const auto* n = point.problem.find("n");
  const auto* value = n == nullptr ? nullptr : std::get_if<std::int64_t>(n);
  if (value == nullptr || *value < 1) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

size_problem problem_of(const measured_point& point) {
  size_problem size_problem{.family = point.family};
  for (const auto& [name, value] : point.problem) {
    if (name == "type")
      size_problem.type = to_text(value);
    else if (name != "n")
      size_problem.rest.set(name, value);
  }
  return size_problem;
}

void take(const measured_point& point, std::uint64_t n,
          std::map<std::string, problem_rounds>& into) {
  const auto size_problem = problem_of(point);
  auto& problem = into[size_problem.text()];
  problem.size_problem = size_problem;
  problem.sizes.insert(n);
  const candidate candidate_key{.variant = point.variant,
                                .parameters = point.parameters,
                                .is_base = point.is_base,
                                .deterministic = point.deterministic};
  auto& rounds = problem.candidates[{!candidate_key.is_base, candidate_key.text()}];
  rounds.candidate = candidate_key;
  auto& here = rounds.by_size[n];
  if (point.time)
    here.times.push_back(*point.time);
  else
    here.failed = true;
}

size_table table_of(const problem_rounds& problem) {
  size_table table{.size_problem = problem.size_problem};
  table.sizes.assign(problem.sizes.begin(), problem.sizes.end());
  for (const auto& [order, choice] : problem.candidates) {
    table.candidates.push_back(choice.candidate);
    auto& row = table.times.emplace_back();
    for (const auto n : table.sizes) {
      const auto found = choice.by_size.find(n);
      const bool timed = found != choice.by_size.end() && !found->second.failed;
      row.push_back(timed ? std::optional(over_rounds(found->second.times)) : std::nullopt);
    }
  }
  return without_gaps(std::move(table));
}

}  // namespace

std::vector<size_table> size_tables(std::span<const measured_journal> journals,
                                    const table_filter& filter) {
  std::map<std::string, problem_rounds> problems;
  for (const auto& journal : journals)
    for (const auto& point : journal.points)
      if (const auto n = size_of(point); n && is_wanted(point, filter)) take(point, *n, problems);
  std::vector<size_table> tables;
  for (const auto& [text, problem] : problems)
    if (auto table = table_of(problem); !table.sizes.empty()) tables.push_back(std::move(table));
  return tables;
}

}  // namespace warpmark::tuning
