#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpmark::compiler {

/// The prerequisites in a rule of make, as compilers write it for -MD: "out: a.cu \<newline>
/// b\ c.h". A backslash before a blank, '#' or ':' and a doubled '$' are undone. Empty without a
/// rule.
std::vector<std::string> parse_dependencies(std::string_view text);

}  // namespace warpmark::compiler
