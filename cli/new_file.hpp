#pragma once

#include <string>

namespace warpmark {

/// Throws usage_error if `path`, given by `option`, exists, whether a folder or a file. `instead`
/// is the remedy, e.g. "name another file with -o".
void require_new_file(const std::string& option, const std::string& path,
                      const std::string& instead);

}  // namespace warpmark
