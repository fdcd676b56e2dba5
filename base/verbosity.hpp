#pragma once

#include <string_view>

namespace warpmark {

/// How much a command says: what it found and how it goes on (normal), only errors (quiet), or
/// also each step (verbose).
enum class verbosity { quiet, normal, verbose };

/// The process's, which --quiet and --verbose set before a verb begins.
void set_verbosity(verbosity to);
bool is_quiet();
bool is_verbose();

/// A line on stderr, unless --quiet was given: what happens, or may explain a result.
void print_note(std::string_view text);

/// A line on stderr if --verbose was given: a step.
void print_detail(std::string_view text);

/// Whether stderr is a terminal on which a line of progress can be rewritten: not with --quiet,
/// nor on one that is "dumb".
bool rewrites_progress();

}  // namespace warpmark
