#pragma once

#include <string>
#include <vector>

#include "simt/model/architecture_limits.hpp"

namespace warpmark::gate {

using model::limits_of_architecture;

/// Throws usage_error with the most similar name for one that is not in the table.
void require_known(const std::vector<std::string>& architectures);

}  // namespace warpmark::gate
