#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_description.hpp"
#include "cli/verbs.hpp"

namespace warpmark {

/// A default of an option, "[run] state = 'hot'".
struct option_default {
  std::string verb;
  std::string option;               ///< The long name without dashes.
  std::optional<bool> flag;         ///< Of `true` and `false`.
  std::vector<std::string> values;  ///< Of a string or a number, or of an array of them.
  std::string place;                ///< "FILE:LINE", for errors.
  std::filesystem::path file;

  /// "true", "hot", "n=2^20, type=f32".
  std::string text() const;
};

/// The user's file of defaults: $WARPMARK_CONFIG, else warpmark.toml in $XDG_CONFIG_HOME or
/// ~/.config. Empty without a home, and if $WARPMARK_CONFIG is set but empty: then the project's
/// is not read either.
std::filesystem::path user_defaults_file();

/// The project's: the nearest warpmark.toml from the current folder upwards, not beyond the root of
/// a repository; if there is none, that of the current folder.
std::filesystem::path project_defaults_file();

/// Throws usage_error, prefixed by `place`, unless a project's file may have this default. Others
/// may have written it, such as the author of a change under test: it may select and say how to
/// measure, but not where files are written, what is checked and within which limits.
void require_of_project(const std::string& verb, const std::string& option,
                        const std::string& place);

/// All defaults: the user's, then the project's, which replace them. Throws usage_error for what is
/// no table of a verb or no value of an option, and for a project's file of another user.
std::vector<option_default> read_option_defaults(const std::vector<std::string>& verbs);

/// The command line with the defaults of options that it does not have, after the verb. Files are
/// relative to the folder of the file that names them. Throws usage_error for options that the verb
/// does not have, or that have other values.
argument_list with_defaults(const argument_list& argv, const std::vector<option_default>& defaults,
                            const command_description& verb);

}  // namespace warpmark
