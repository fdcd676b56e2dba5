#include "base/known_keys.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark {

void require_known_key(const std::string& key, const std::vector<std::string>& known,
                       const std::string& place) {
  if (std::find(known.begin(), known.end(), key) != known.end()) return;
  throw usage_error(fmt::format("{}: unknown key '{}'{}", place, key, did_you_mean(key, known)));
}

}  // namespace warpmark
