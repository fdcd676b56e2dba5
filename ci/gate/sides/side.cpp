#include "ci/gate/sides/side.hpp"

#include "bench/core/usage_error.hpp"
#include "ci/gate/text_file.hpp"

namespace warpmark::gate {

std::string side::text(const std::string& place) const {
  try {
    return text_of_file(tree_.root / place);
  } catch (const usage_error&) {
    return "";
  }
}

}  // namespace warpmark::gate
