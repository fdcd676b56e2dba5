#pragma once

#include <functional>

#include "cli/verbs.hpp"

namespace warpmark {

/// Adds the verbs of a program; their callbacks set the exit status.
using verb_adder =
    std::function<void(CLI::App& program, const argument_list& argv, int& exit_status)>;

/// Whether options get their defaults out of warpmark.toml: not in a program that is started by
/// another one, which has added them.
enum class option_defaults { read, added };

/// Parses the arguments and executes the verb. Returns the exit status; every error is reported on
/// stderr.
int run_program(int argc, char** raw, const verb_adder& add_verbs,
                option_defaults use = option_defaults::read);

}  // namespace warpmark
