#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "bench/core/progress.hpp"
#include "bench/journal/writer.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "bench/workers/process_rounds.hpp"
#include "cli/run/mutant_tally.hpp"
#include "cli/run/reference_series.hpp"
#include "cli/run/run_summary.hpp"

namespace warpmark {

/// How far a sweep is when it begins or goes on.
struct sweep_progress {
  std::uint64_t planned = 0;       ///< Points.
  std::uint64_t done = 0;          ///< Points of an earlier run.
  std::size_t num_processes = 1;   ///< Of each point.
  std::size_t processes_done = 0;  ///< Of points that are not done.
};

/// What a sweep comes to: each result is written to the journal at once, and counted, summarised
/// and shown.
class sweep_record {
 public:
  /// `counts`: measurements of an earlier run, by status.
  sweep_record(journal::writer& journal, const sweep_progress& begun,
               std::map<std::string, std::size_t> counts);

  /// For rounds, and for a coordinator alone. Refers to this object.
  workers::rounds_listener listener();

  /// Writes the end line. `tables()` are complete afterwards.
  const journal::run_end& finish(const workers::sweep_outcome& outcome);

  std::string tables() const;

 private:
  void measured(const point& point, journal::json&& line);
  void process_measured(const point& point, journal::json line);
  void referenced(journal::json&& line);
  void append(journal::json& line);

  journal::writer& journal_;
  sweep_progress begun_;
  progress shown_;
  stopwatch since_start_;
  journal::run_end end_;
  run_summary summary_;
  mutant_tally mutants_;
  reference_series references_;
};

}  // namespace warpmark
