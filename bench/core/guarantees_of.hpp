#pragma once

#include "base/device_limits.hpp"
#include "bench/core/point.hpp"
#include "variants/contract/family.hpp"

namespace warpmark {

/// What the point's variant guarantees for its problem and config on a device of these limits.
guarantees guarantees_of(const point& point, const device_limits& limits);

}  // namespace warpmark
