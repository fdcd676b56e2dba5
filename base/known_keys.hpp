#pragma once

#include <string>
#include <vector>

namespace warpmark {

/// Throws usage_error, "PLACE: unknown key 'entrie' (did you mean 'entry'?)", unless `key` is one
/// of `known`. Call it before checking for missing keys, so that a misspelt key is reported as
/// such.
void require_known_key(const std::string& key, const std::vector<std::string>& known,
                       const std::string& place);

}  // namespace warpmark
