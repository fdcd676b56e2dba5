#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/device_limits.hpp"

namespace warpmark::model {

/// The limits of an architecture ("sm_90", "sm_90a"), with the number of multiprocessors of the
/// default device; empty if it is unknown.
std::optional<device_limits> limits_of_architecture(const std::string& architecture);

/// L1 of a multiprocessor, in bytes, whose resident blocks have so much shared memory: the driver
/// divides the memory that both share in a few steps (CUDA Programming Guide, compute
/// capabilities). An H100 divides it for as many blocks as could be resident, however few run.
std::size_t l1_bytes(const device_limits& limits, std::size_t shared_bytes);

/// "sm_75", "sm_80" and so on.
std::vector<std::string> known_architectures();

/// Blocks that a cluster may have: 0 without clusters, 8 where no more are known to run.
int max_cluster_blocks(const std::string& architecture);

}  // namespace warpmark::model
