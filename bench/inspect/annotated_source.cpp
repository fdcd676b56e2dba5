#include "bench/inspect/annotated_source.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/usage_error.hpp"

namespace warpmark::inspect {
namespace {

// Context lines around those that have counts.
constexpr int context_lines = 2;

// The columns of one line.
struct line_costs {
  std::uint64_t instructions = 0, threads = 0, sectors = 0, wavefronts = 0, excess = 0;
  std::uint64_t atomics = 0, divergent = 0;
};

using costs_by_line = std::map<int, line_costs>;

line_costs costs_of(const simt::counter_set& counters) {
  using simt::counter;
  line_costs result;
  for (auto i = counter::integer_instructions; i <= counter::other_instructions;
       i = static_cast<counter>(static_cast<int>(i) + 1))
    result.instructions += counters[i];
  result.threads = counters[counter::thread_instructions];
  result.sectors = counters[counter::global_load_sectors] +
                   counters[counter::global_store_sectors] +
                   counters[counter::global_atomic_sectors];
  result.wavefronts = counters[counter::shared_load_wavefronts] +
                      counters[counter::shared_store_wavefronts] +
                      counters[counter::shared_atomic_wavefronts];
  result.excess = result.wavefronts - (counters[counter::shared_load_ideal_wavefronts] +
                                       counters[counter::shared_store_ideal_wavefronts] +
                                       counters[counter::shared_atomic_ideal_wavefronts]);
  result.atomics =
      counters[counter::global_atomic_requests] + counters[counter::shared_atomic_requests];
  result.divergent = counters[counter::divergent_branches];
  return result;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

// Headers are read at the paths that NVRTC used; missing files are shown without text.
std::vector<std::string> text_of(const inspection& seen, const std::string& file) {
  if (const auto known = seen.sources.find(file); known != seen.sources.end())
    return lines_of(known->second.original);
  try {
    return lines_of(input::read_text(file, input::max_source_bytes));
  } catch (const usage_error&) {
    return {};
  }
}

std::string cell(std::uint64_t value) { return value == 0 ? "" : fmt::format("{}", value); }

std::string columns(const line_costs& costs, std::uint64_t all) {
  const auto share = 100.0 * static_cast<double>(costs.instructions) / static_cast<double>(all);
  const auto lanes = static_cast<double>(costs.threads) /
                     static_cast<double>(std::max(costs.instructions, std::uint64_t{1}));
  const std::string wavefronts =
      costs.excess == 0 ? cell(costs.wavefronts)
                        : fmt::format("{}(+{})", costs.wavefronts - costs.excess, costs.excess);
  return fmt::format("{:>11} {:>5.1f} {:>5.1f} {:>10} {:>16} {:>8} {:>8}", costs.instructions,
                     share, lanes, cell(costs.sectors), wavefronts, cell(costs.atomics),
                     cell(costs.divergent));
}

std::string header() {
  return fmt::format("  {:>11} {:>5} {:>5} {:>10} {:>16} {:>8} {:>8} {:>5}\n", "instr.", "%",
                     "lanes", "sectors", "wavefronts", "atomics", "diverg.", "line");
}

std::string file_listing(const inspection& seen, const std::string& file,
                         const costs_by_line& costs, std::uint64_t all, bool whole) {
  const auto hottest = std::max_element(
      costs.begin(), costs.end(),
      [](const auto& a, const auto& b) { return a.second.instructions < b.second.instructions; });
  const auto source = text_of(seen, file);
  std::string text = fmt::format("\n{}\n{}", file.empty() ? "(no source line)" : file, header());
  const std::string blank(columns({}, 1).size(), ' ');
  const int last = std::max(static_cast<int>(source.size()), costs.rbegin()->first);
  int shown = 0;
  for (int line = costs.contains(0) ? 0 : 1; line <= last; ++line) {
    const auto near = costs.lower_bound(line - context_lines);
    const auto own = costs.find(line);
    if (!whole && (near == costs.end() || near->first > line + context_lines)) continue;
    if (shown != 0 && line != shown + 1) text += "  …\n";
    shown = line;
    const bool known = line >= 1 && line <= static_cast<int>(source.size());
    std::string row =
        fmt::format("{} {} {:>5}  {}", own == hottest && own != costs.end() ? '>' : ' ',
                    own == costs.end() ? blank : columns(own->second, all), line,
                    known ? source[static_cast<std::size_t>(line - 1)] : "");
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  }
  return text;
}

}  // namespace

std::string annotated_source(const inspection& seen, const launch_outcome& launch, listing lines) {
  if (lines == listing::none || launch.lines.empty()) return "";
  std::map<std::string, costs_by_line> files;
  std::uint64_t all = 0;
  for (const auto& line : launch.lines) {
    const line_costs costs = costs_of(line.counters);
    if (costs.instructions == 0) continue;
    files[line.file][line.line] = costs;
    all += costs.instructions;
  }
  std::string text;
  for (const auto& [file, costs] : files)
    text += file_listing(seen, file, costs, all, lines == listing::whole && !file.empty());
  return text;
}

}  // namespace warpmark::inspect
