#include "ci/gate/programs/nvbench_discovery.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::gate {
namespace {

constexpr double head_ratio = 20, min_head_s = 60;

// With names, so that a round can leave benchmarks out. Names that occur twice cannot be told
// apart; then the selection stays as it is.
nvbench_selection named(nvbench_selection selection, const std::vector<std::string>& names) {
  if (!selection.benchmarks.empty()) return selection;
  const std::set<std::string> distinct(names.begin(), names.end());
  if (distinct.size() != names.size()) return selection;
  for (const auto& name : names) selection.benchmarks.push_back({.name = name});
  return selection;
}

void take_points(nvbench_discovery& into, nvbench_result&& from) {
  into.card = from.card;
  into.version = from.version;
  for (auto& point : from.points) {
    std::string key = point.key;
    into.points.emplace(std::move(key), std::move(point));
  }
}

}  // namespace

nvbench_discovery discover_base(const nvbench_sides& sides, const std::filesystem::path& scratch) {
  auto ending =
      run_nvbench(sides.base, sides.selection, sides.terms, sides.process_limit_s, scratch);
  if (!ending.result)
    throw usage_error(
        fmt::format("the base {} {}\nexpected an nvbench executable and a card that it runs on; "
                    "--stages static compares machine code without a card",
                    sides.base.string(), ending.why));
  nvbench_discovery found{.selection = named(sides.selection, ending.result->benchmarks),
                          .seconds = ending.seconds,
                          .all_seconds = ending.seconds};
  take_points(found, std::move(*ending.result));
  return found;
}

nvbench_discovery discover_head(const nvbench_sides& sides, const nvbench_discovery& base,
                                const std::filesystem::path& scratch) {
  const double limit_s =
      std::min(sides.process_limit_s, std::max(min_head_s, head_ratio * base.seconds));
  auto ending = run_nvbench(sides.head, sides.selection, sides.terms, limit_s, scratch);
  nvbench_discovery found{.selection = base.selection, .all_seconds = ending.seconds};
  if (ending.result) {
    found.seconds = ending.seconds;
    take_points(found, std::move(*ending.result));
    return found;
  }
  if (base.selection.benchmarks.empty()) {
    for (const auto& [key, point] : base.points) found.failed[point.benchmark] = ending.why;
    return found;
  }
  found.selection.benchmarks.clear();
  for (const auto& benchmark : base.selection.benchmarks) {
    nvbench_selection one = base.selection;
    one.benchmarks = {benchmark};
    auto alone = run_nvbench(sides.head, one, sides.terms, limit_s, scratch);
    found.all_seconds += alone.seconds;
    if (alone.result) {
      found.seconds += alone.seconds;
      found.selection.benchmarks.push_back(benchmark);
      take_points(found, std::move(*alone.result));
    } else {
      found.failed[benchmark.name] = alone.why;
    }
  }
  return found;
}

}  // namespace warpmark::gate
