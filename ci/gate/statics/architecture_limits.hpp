#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/device_limits.hpp"

namespace warpmark::gate {

/// What occupancy depends on, of an architecture ("sm_86"), from the table of compute capabilities
/// in the CUDA C++ Programming Guide. Nothing for one that is not in the table.
std::optional<device_limits> limits_of_architecture(const std::string& architecture);

/// Throws usage_error, naming the nearest, for one that is not in the table.
void require_known(const std::vector<std::string>& architectures);

}  // namespace warpmark::gate
