#include "bench/cli/run_output.hpp"

#include <cstdio>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "bench/cli/text_table.hpp"

namespace warpmark {
namespace {

void print_warnings(const journal::run_end& end) {
  std::string text;
  for (const auto& [name, count] : end.warnings)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  if (!text.empty()) fmt::print("warnings: {} (docs/measuring.md says what they mean)\n", text);
  for (const auto& [series, seen] : end.drift)
    if (seen.real)
      fmt::print("drift: the time of the reference {} changed by {:+.1f} % over the run\n", series,
                 100 * seen.change);
}

}  // namespace

void print_pruned(std::FILE* to, const sweep& planned) {
  for (const auto& [reason, count] : planned.pruned)
    fmt::print(to, "{} left out: {}\n", count, reason);
}

void print_plan(const sweep& planned, const run_options& options, const std::string& backend) {
  if (options.as_json) {
    journal::json keys = journal::json::array();
    for (const auto& each : planned.points) keys.push_back(each.key());
    fmt::print("{}\n", journal::json{{"backend", backend}, {"points", keys}}.dump(2));
    return;
  }
  std::map<std::string, std::size_t> counts;
  for (const auto& each : planned.points) ++counts[each.of->path()];
  std::vector<std::vector<std::string>> rows;
  for (const auto& [path, count] : counts) rows.push_back({path, fmt::format("{}", count)});
  fmt::print("{}\n{} points on backend {}; nothing was run\n",
             text_table({"variant", "points"}, rows), planned.points.size(), backend);
  print_pruned(stdout, planned);
}

void print_end(const journal::run_end& end, const std::string& tables, const run_options& options) {
  if (options.as_json) {
    fmt::print("{}\n", journal::end_line(end).dump(2));
    return;
  }
  fmt::print("{}\n", tables);
  std::string counts;
  for (const auto& [status, count] : end.counts)
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, status);
  print_warnings(end);
  fmt::print("{} in {:.1f} s; {} kernels compiled, {} from the cache\njournal: {}\n",
             counts.empty() ? "nothing measured" : counts, end.wall_s, end.kernels_compiled,
             end.kernels_from_cache, options.output);
  if (!end.reason.empty() && options.record.empty())
    fmt::print("stopped early: {}; the same command with --resume goes on\n", end.reason);
}

}  // namespace warpmark
