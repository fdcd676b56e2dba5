#include "ci/gate/sides/side.hpp"

#include "base/usage_error.hpp"

namespace warpmark::gate {

std::string side::text(const std::string& place) const {
  try {
    return files_.read(place);
  } catch (const usage_error&) {
    return "";
  }
}

}  // namespace warpmark::gate
