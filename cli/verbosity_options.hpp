#pragma once

#include <CLI/CLI.hpp>

namespace warpmark {

/// -q,--quiet and -v,--verbose, which set the process's verbosity.
void add_verbosity(CLI::App& verb);

}  // namespace warpmark
