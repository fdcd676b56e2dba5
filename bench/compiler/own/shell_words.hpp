#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpmark::compiler {

/// The words of a command as a POSIX shell splits it: blanks, single and double quotes, backslash.
/// Nothing is substituted. Throws usage_error for a quote that does not end.
std::vector<std::string> shell_words(std::string_view command);

}  // namespace warpmark::compiler
