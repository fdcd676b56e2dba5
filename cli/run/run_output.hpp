#pragma once

#include <cstdio>
#include <string>

#include "bench/core/planned_points.hpp"
#include "bench/journal/lines.hpp"
#include "cli/run/run_options.hpp"

namespace warpmark {

/// Prints the output of `run --dry-run`: the number of points per variant, or all their keys as
/// JSON.
void print_plan(const planned_points& planned, const run_options& options,
                const std::string& backend);

/// Prints the points that a plan excludes, with reasons.
void print_pruned(std::FILE* to, const planned_points& planned);

/// The line of --verbose for a point: its key, and its median time where it was timed.
std::string step_text(const std::string& key, const journal::json& measurement);

/// Prints the end of `run`'s output: `tables`, totals and warnings; or the journal's last line as
/// JSON.
void print_end(const journal::run_end& end, const std::string& tables, const run_options& options);

}  // namespace warpmark
