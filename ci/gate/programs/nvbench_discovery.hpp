#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "ci/gate/programs/nvbench_process.hpp"

namespace warpmark::gate {

/// The settings of all processes of a comparison.
struct nvbench_sides {
  std::filesystem::path base, head;
  nvbench_selection selection;
  nvbench_terms terms;
  double process_limit_s = 600;  ///< The most that any process may take.
};

/// What an executable ran, and how long it took.
struct nvbench_discovery {
  std::map<std::string, nvbench_point> points;     ///< By key.
  std::map<std::string, std::string> failed = {};  ///< Why benchmarks ended their process.
  nvbench_selection selection;                     ///< By name, without those that failed.
  std::string card, version;
  double seconds = 0;      ///< Of one process with everything that works.
  double all_seconds = 0;  ///< Of all processes.
};

/// Runs the base once. Throws usage_error with the reason if it does not end well: without a base
/// there is nothing to compare.
nvbench_discovery discover_base(const nvbench_sides& sides, const std::filesystem::path& scratch);

/// Runs the head once, for at most 20 times as long as the base, at least a minute. If its process
/// fails, runs each of the base's benchmarks alone to find those that fail. Benchmarks that only
/// the head has are found if the selection names none.
nvbench_discovery discover_head(const nvbench_sides& sides, const nvbench_discovery& base,
                                const std::filesystem::path& scratch);

}  // namespace warpmark::gate
