#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/command_description.hpp"
#include "cli/verbs.hpp"

namespace warpmark {

/// A default of an option, "[run] state = 'hot'", as words of a command line.
struct option_default {
  std::string verb;
  std::string option;  ///< The long name without dashes.
  argument_list words;
  std::filesystem::path file;
};

/// The user's file of defaults: $WARPMARK_CONFIG, else warpmark.toml in $XDG_CONFIG_HOME or
/// ~/.config. Empty without a home, and if $WARPMARK_CONFIG is set but empty: then the project's
/// is not read either.
std::filesystem::path user_defaults_file();

/// The project's: the nearest warpmark.toml from the current folder upwards; if there is none, that
/// of the current folder.
std::filesystem::path project_defaults_file();

/// Throws usage_error, prefixed by `place`, for a verb of the gate: the change under test may have
/// brought a project's file.
void require_of_project(const std::string& verb, const std::string& place);

/// All defaults: the user's, then the project's, which come first where both have one. Throws
/// usage_error for what is no table of a verb or no value of an option.
std::vector<option_default> read_option_defaults(const std::vector<std::string>& verbs);

/// The command line with the defaults of options that it does not have, after the verb. Throws
/// usage_error for options that the verb does not have.
argument_list with_defaults(const argument_list& argv, const std::vector<option_default>& defaults,
                            const command_description& verb);

}  // namespace warpmark
