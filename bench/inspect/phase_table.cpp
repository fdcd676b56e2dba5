#include "bench/inspect/phase_table.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include <fmt/format.h>

#include "base/counted.hpp"

namespace warpmark::inspect {
namespace {

using counters = std::map<std::string, std::uint64_t>;

std::uint64_t value_of(const counters& phase, const std::string& name) {
  const auto found = phase.find(name);
  return found == phase.end() ? 0 : found->second;
}

// These counters are sums of others or follow from them. They are left out to keep the table
// narrow; JSON has them.
bool is_detail(const std::string& name) {
  if (name.ends_with("_instructions"))
    return name != "warp_instructions" && name != "thread_instructions";
  return name.ends_with("_ideal_wavefronts") || name == "shared_worst_degree" || name == "barriers";
}

// The words of a counter are stacked to make a narrow column.
struct column {
  explicit column(const std::string& name) : counter(name) {
    for (std::size_t begin = 0; begin < name.size();) {
      const std::size_t end = std::min(name.find('_', begin), name.size());
      words.push_back(name.substr(begin, end - begin));
      width = std::max(width, words.back().size());
      begin = end + 1;
    }
  }
  std::string counter;
  std::vector<std::string> words;
  std::size_t width = 0;
};

// The counters of all phases, with their value in each.
std::map<std::string, std::vector<std::uint64_t>> values_by_name(
    const std::vector<counters>& phases) {
  std::map<std::string, std::vector<std::uint64_t>> result;
  for (const counters& phase : phases)
    for (const auto& counter : phase) result[counter.first];
  for (auto& [name, values] : result)
    for (const counters& phase_counters : phases) values.push_back(value_of(phase_counters, name));
  return result;
}

bool all_equal(const std::vector<std::uint64_t>& values) {
  return std::all_of(values.begin(), values.end(),
                     [&](std::uint64_t value) { return value == values.front(); });
}

std::string header(const std::vector<column>& columns, std::size_t label_width) {
  std::size_t height = 1;
  for (const column& column : columns) height = std::max(height, column.words.size());
  std::string text;
  for (std::size_t line = 0; line < height; ++line) {
    text += fmt::format("  {:>{}}", line + 1 == height ? "phase" : "", label_width);
    for (const column& column : columns) {
      const std::size_t above = height - column.words.size();
      text += fmt::format("  {:>{}}", line < above ? "" : column.words[line - above], column.width);
    }
    text += '\n';
  }
  return text;
}

std::string row(const std::string& label, const counters& phase, const std::vector<column>& columns,
                std::size_t label_width) {
  std::string text = fmt::format("  {:>{}}", label, label_width);
  for (const column& column : columns) {
    const std::uint64_t value = value_of(phase, column.counter);
    text += fmt::format("  {:>{}}", value == 0 ? "" : fmt::format("{}", value), column.width);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

std::string rows(const std::vector<counters>& phases, const std::vector<column>& columns,
                 std::size_t label_width) {
  std::string text;
  for (std::size_t first = 0; first < phases.size();) {
    std::size_t last = first;
    while (last + 1 < phases.size() && phases[last + 1] == phases[first]) ++last;
    const std::string label =
        last == first ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
    text += row(label, phases[first], columns, label_width);
    first = last + 1;
  }
  return text;
}

std::string table(const launch_phases& launch) {
  std::vector<column> columns;
  std::string same;
  for (const auto& [name, values] : values_by_name(launch.phases)) {
    if (is_detail(name)) continue;
    if (all_equal(values)) {
      same += fmt::format("{}{} {}", same.empty() ? "" : ", ", name, values.front());
      continue;
    }
    column& added = columns.emplace_back(name);
    for (const auto value : values)
      added.width = std::max(added.width, fmt::formatted_size("{}", value));
  }
  const std::size_t label_width =
      std::max<std::size_t>(5, 2 * fmt::formatted_size("{}", launch.phases.size()) + 1);
  std::string text = fmt::format("\n  block 0, {} between block-wide barriers\n",
                                 counted(launch.phases.size() + launch.left_out, "phase"));
  if (!columns.empty())
    text += header(columns, label_width) + rows(launch.phases, columns, label_width);
  if (!same.empty()) text += fmt::format("  in each phase: {}\n", same);
  if (launch.left_out > 0) text += fmt::format("  {}\n", counted(launch.left_out, "more phase"));
  return text;
}

bool equal(const launch_phases& a, const launch_phases& b) {
  return a.kernel == b.kernel && a.phases == b.phases && a.left_out == b.left_out;
}

}  // namespace

std::string phase_tables(const std::vector<launch_phases>& launches) {
  std::string text;
  for (std::size_t i = 0; i < launches.size(); ++i)
    if (i == 0 || !equal(launches[i], launches[i - 1])) text += table(launches[i]);
  return text;
}

}  // namespace warpmark::inspect
