#pragma once

#include <string>
#include <vector>

namespace warpmark {

/// Throws usage_error, "PLACE: unknown key 'entrie' (did you mean 'entry'?)", unless `key` is one
/// of `known`. Readers ask this before they look for keys that are missing, so that a misspelt key
/// is named as such.
void require_known_key(const std::string& key, const std::vector<std::string>& known,
                       const std::string& place);

}  // namespace warpmark
