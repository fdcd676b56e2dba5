#pragma once

#include <CLI/CLI.hpp>

namespace warpmark {

/// --max-input SIZE: the limit on each input file. Takes effect before options that are added after
/// it.
void add_max_input(CLI::App& verb);

}  // namespace warpmark
