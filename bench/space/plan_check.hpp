#pragma once

#include <optional>

#include "simt/model/launch_limits.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark {

/// Why a device of these limits cannot execute the plan: the reason of the first launch that
/// exceeds them. In a series the first and the last launch are checked.
std::optional<model::launch_error> check_launches(const launch_plan& plan,
                                                  const device_limits& limits);

}  // namespace warpmark
