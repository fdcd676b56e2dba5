#pragma once

#include <string_view>

namespace warpmark::build_info {

std::string_view version();  ///< "0.1.0"
std::string_view commit();   ///< Abbreviated hash the program was built from, or "unknown".
bool dirty();                ///< Whether the tree had local changes then.

}  // namespace warpmark::build_info
