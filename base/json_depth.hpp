#pragma once

#include <string>
#include <string_view>

namespace warpmark::input {

/// Throws usage_error with the place if arrays and objects of a JSON text are nested deeper
/// than max_json_depth: copying and printing such a value would overflow the stack. Checks nothing
/// else; the text need not be JSON.
void require_shallow_json(std::string_view text, const std::string& place);

}  // namespace warpmark::input
