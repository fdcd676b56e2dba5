#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/device_limits.hpp"

namespace warpmark::model {

/// The limits of an architecture ("sm_90", "sm_90a"), with the number of multiprocessors of the
/// default device; empty if it is unknown.
std::optional<device_limits> limits_of_architecture(const std::string& architecture);

/// "sm_75", "sm_80" and so on.
std::vector<std::string> known_architectures();

/// Blocks that a cluster may have: 0 without clusters, 8 where no more are known to run.
int max_cluster_blocks(const std::string& architecture);

}  // namespace warpmark::model
