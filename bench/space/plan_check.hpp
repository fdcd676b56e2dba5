#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simt/model/launch_limits.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark {

/// Why a device of these limits cannot execute one of the plan's launches: that of the first which
/// it cannot. Of a series the first and the last launch are checked.
std::optional<model::launch_error> check_launches(const launch_plan& plan,
                                                  const device_limits& limits);

/// What -maxrregcount among a compiler's options allows per thread; 0 if it is not given, -1 if
/// what is given is no number.
int declared_registers(const std::vector<std::string>& options);

}  // namespace warpmark
