#pragma once

#include <string>

namespace warpmark {

/// Throws usage_error if there is something at `path`: a folder, or a file that must not be lost.
/// `instead` is what to do then, e.g. "name another file with -o".
void require_new_file(const std::string& option, const std::string& path,
                      const std::string& instead);

}  // namespace warpmark
