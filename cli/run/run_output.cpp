#include "cli/run/run_output.hpp"

#include <cstdio>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "cli/excluded_configs.hpp"
#include "cli/json_stream.hpp"
#include "cli/text_table.hpp"

namespace warpmark {
namespace {

void print_warnings(const journal::run_end& end) {
  std::string text;
  for (const auto& [name, count] : end.warnings)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  if (!text.empty()) fmt::print("warnings: {} (docs/measuring.md explains them)\n", text);
  for (const auto& [series, seen] : end.drift)
    if (seen.real)
      fmt::print("drift: the time of the reference {} changed by {:+.1f} % over the run\n", series,
                 100 * seen.change);
}

}  // namespace

void print_pruned(std::FILE* to, const planned_points& planned) {
  for (const auto& [reason, count] : planned.pruned())
    fmt::print(to, "{} left out: {}\n", text_of_count(count), reason);
}

void print_plan(const planned_points& planned, const run_options& options,
                const std::string& backend) {
  if (options.as_json) {
    json_stream stream;
    stream.member("backend", backend);
    stream.begin_array("points");
    for_each_point(planned, [&](const point& point) { stream.element(point.key()); });
    stream.end_array();
    return;
  }
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [of, count] : planned.count_by_variant()) counts[of->path()] = count;
  std::vector<std::vector<std::string>> rows;
  rows.reserve(counts.size());
  for (const auto& [path, count] : counts) rows.push_back({path, text_of_count(count)});
  fmt::print("{}\n{} on backend {}; nothing was run\n", text_table({"variant", "points"}, rows),
             text_of_count(planned.count(), "point"), backend);
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
  fmt::print("{} in {:.1f} s; {} compiled, {} from the cache\njournal: {}\n",
             counts.empty() ? "nothing measured" : counts, end.wall_s,
             counted(end.kernels_compiled, "kernel"), end.kernels_from_cache, options.output);
  if (!end.reason.empty() && options.record.empty())
    fmt::print("stopped early: {}; the same command with --resume continues\n", end.reason);
}

std::string step_text(const std::string& key, const journal::json& measurement) {
  const auto times = measurement.find("times_ns");
  if (times == measurement.end()) return key + ": verified";
  return fmt::format("{}: {:.3f} us", key, times->at("median").get<double>() / 1e3);
}

}  // namespace warpmark
