#pragma once

#include <string>

#include "bench/cli/run_options.hpp"
#include "bench/cli/run_summary.hpp"
#include "bench/core/selection.hpp"
#include "bench/journal/lines.hpp"

namespace warpmark {

/// What `run --dry-run` prints: how many points of each variant, or all their keys as JSON.
void print_plan(const sweep& planned, const run_options& options, const std::string& backend);

/// What `run` prints at its end: the summary, what happened, and what must not be overlooked; or
/// the journal's last line as JSON.
void print_end(const journal::run_end& end, const run_summary& summary, const run_options& options);

}  // namespace warpmark
