#pragma once

#include <cstdio>
#include <string>

#include "bench/core/planned_points.hpp"
#include "bench/journal/lines.hpp"
#include "cli/run/run_options.hpp"

namespace warpmark {

/// What `run --dry-run` prints: how many points of each variant, or all their keys as JSON, one
/// after the other.
void print_plan(const planned_points& planned, const run_options& options,
                const std::string& backend);

/// What a plan has left out, and why.
void print_pruned(std::FILE* to, const planned_points& planned);

/// What `run` prints at its end: `tables`, what happened, and what must not be overlooked; or the
/// journal's last line as JSON.
void print_end(const journal::run_end& end, const std::string& tables, const run_options& options);

}  // namespace warpmark
