#pragma once

#include <string>

namespace warpmark {

/// The text of a TOML file with [verb] option = value set; everything else, comments too, stays as
/// it is. `value` is as on a command line: a number, true, false, else a string. `file` names it in
/// errors. Throws usage_error if the text is no TOML, the present value is an array, or the option
/// is not a line of a table, as in dotted keys.
std::string with_default(const std::string& text, const std::string& file, const std::string& verb,
                         const std::string& option, const std::string& value);

/// The text without this option. Throws usage_error if it is not set.
std::string without_default(const std::string& text, const std::string& file,
                            const std::string& verb, const std::string& option);

}  // namespace warpmark
