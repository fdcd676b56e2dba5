#pragma once

#include <string>
#include <vector>

namespace warpmark::compiler {

/// The one of a module's `names` that `wanted` means, by the first of these rules that finds any:
/// the name itself; its C++ name, with or without parameters; that without outer scopes or template
/// arguments; the beginning of one of these. Blanks do not matter. An empty `wanted` is the only
/// name. `noun` is what messages call one, "kernel". Throws usage_error, which lists the names, for
/// none and for several.
std::string find_name(const std::vector<std::string>& names, const std::string& wanted,
                      const std::string& noun);

}  // namespace warpmark::compiler
