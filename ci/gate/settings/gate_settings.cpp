#include "ci/gate/settings/gate_settings.hpp"

#include <algorithm>

namespace warpmark::gate {

bool tolerance::allows(double base, double head) const {
  return head <= base + std::max(relative * base, absolute);
}

}  // namespace warpmark::gate
