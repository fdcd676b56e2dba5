#include "base/device_limits.hpp"

namespace warpmark {

bool has_dependent_launches(const device_limits& limits) {
  return limits.architecture_number() >= 90;
}

bool has_clusters(const device_limits& limits) { return limits.architecture_number() >= 90; }

}  // namespace warpmark
