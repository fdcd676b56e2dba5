#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "ci/gate/programs/nvbench_subjects.hpp"
#include "ci/gate/sides/scratch_folder.hpp"
#include "ci/gate/timing/rounds_file.hpp"
#include "ci/gate/trials/suite_simulation.hpp"

namespace warpmark::gate {

/// Rounds of all points that were measured before; each call of measure() returns the next one, and
/// after the last one the first again. Points' heads are slower by known factors.
class recorded_rounds final : public round_source {
 public:
  recorded_rounds(std::shared_ptr<const std::vector<std::vector<round_pair>>> rounds,
                  std::vector<double> slowdowns);
  std::vector<round_pair> measure(const std::vector<std::size_t>& points) override;

 private:
  std::shared_ptr<const std::vector<std::vector<round_pair>>> rounds_;
  std::vector<double> slowdowns_;
  std::size_t next_ = 0;
};

/// Slow-downs of one size, planted in recorded rounds.
struct nvbench_planted_row {
  double slowdown = 0;  ///< 0: nothing is planted.
  trial_tally tally;
};

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

  /// Measures as many rounds of all points as a run of the gate may take, once, and plants each
  /// slow-down in half of the points, then in the other half, by making the head's times longer.
  std::vector<nvbench_planted_row> planted(const std::vector<double>& slowdowns,
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
