#pragma once

#include <string_view>

namespace warpmark::build_info {

std::string_view version();  ///< "0.1.0"
std::string_view commit();   ///< Abbreviated commit hash of the build, or "unknown".
bool dirty();                ///< Whether the tree had local changes at the build.

}  // namespace warpmark::build_info
