#pragma once

#include "cli/verbs.hpp"

namespace warpmark {

/// Answers `warpmark complete WORDS…`, by which a shell's completion asks what the last of the
/// words could become: a candidate a line, with its description after a tab.
void print_candidates(const CLI::App& program, const argument_list& typed);

}  // namespace warpmark
