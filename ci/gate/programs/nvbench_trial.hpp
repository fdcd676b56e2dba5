#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "ci/gate/programs/nvbench_subjects.hpp"
#include "ci/gate/sides/scratch_folder.hpp"
#include "ci/gate/timing/rounds_file.hpp"
#include "ci/gate/trials/recorded_rounds.hpp"

namespace warpmark::gate {

/// Runs the gate on one nvbench executable as both sides.
class nvbench_trial {
 public:
  /// Runs the program once. Throws usage_error if it does not end well, or if `file` cannot be
  /// written, which receives every pair; empty: none.
  nvbench_trial(nvbench_sides sides, const std::filesystem::path& file);

  const std::string& card() const { return found_.card; }
  std::size_t points() const { return subjects_.points.size() / 2; }

  /// A/A: every point is a candidate, and none is slower. A suite measures when it is judged.
  synthetic_suite unchanged(std::uint64_t seed) const;

  /// See plant_in_rounds.
  std::vector<recorded_row> planted(const std::vector<double>& slowdowns,
                                    const gate_settings& settings, std::uint64_t seed) const;

 private:
  std::unique_ptr<round_source> source(std::uint64_t seed) const;

  nvbench_sides sides_;
  scratch_folder scratch_;
  std::unique_ptr<rounds_file> file_;
  nvbench_discovery found_;
  nvbench_subjects subjects_;
};

}  // namespace warpmark::gate
