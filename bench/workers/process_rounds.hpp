#pragma once

#include "bench/journal/process_lines.hpp"
#include "bench/workers/renewable_team.hpp"

namespace warpmark::workers {

/// The options with which each process measures, so that all together take as many samples and as
/// much time as a single one would.
measuring_options options_of_process(const measuring_options& of_point, std::size_t num_processes);

/// Receives the results of rounds.
struct rounds_listener : sweep_listener {
  /// Each process's line of a point, as soon as it is available. `measured` of the base gets the
  /// pooled line after the last one.
  std::function<void(const point&, const journal::json&)> process_measured;
};

/// Measures each point in several fresh processes. A round starts one process per worker and
/// measures all points in it, in an order of its own. A point that was not ok in a round takes part
/// in no later one.
///
/// `record`: processes of points that an earlier run measured; they are not measured again. Holds
/// the lines of points that are not finished. Options as of coordinator::run; a budget is that of
/// all rounds. `measured` of the outcome counts points.
sweep_outcome run_rounds(renewable_team& team, const planned_points& plan,
                         const sweep_options& options, const rounds_listener& listener,
                         journal::process_record& record,
                         const time_source& now = std::chrono::steady_clock::now);

}  // namespace warpmark::workers
