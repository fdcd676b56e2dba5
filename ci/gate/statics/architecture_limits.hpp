#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/device_limits.hpp"

namespace warpmark::gate {

/// The limits that determine an architecture's ("sm_86") occupancy, from the table of compute
/// capabilities in the CUDA C++ Programming Guide. nullopt for one that is not in the table.
std::optional<device_limits> limits_of_architecture(const std::string& architecture);

/// Throws usage_error with the most similar name for one that is not in the table.
void require_known(const std::vector<std::string>& architectures);

}  // namespace warpmark::gate
