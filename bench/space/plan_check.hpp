#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simt/model/launch_limits.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark {

/// Why a device of these limits cannot execute the plan: the reason of the first launch that
/// exceeds them. In a series the first and the last launch are checked.
std::optional<model::launch_error> check_launches(const launch_plan& plan,
                                                  const device_limits& limits);

/// The registers per thread of -maxrregcount among a compiler's options; 0 if it is not given, -1
/// if its value is not a number.
int declared_registers(const std::vector<std::string>& options);

}  // namespace warpmark
