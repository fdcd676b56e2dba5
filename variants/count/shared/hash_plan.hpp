#pragma once

#include <cstddef>

#include "base/device_limits.hpp"
#include "variants/contract/axis.hpp"
#include "variants/contract/parameters.hpp"
#include "variants/contract/template_arguments.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::count {

/// "load": percent of the slots of the table in global memory that are taken.
axis load_axis();

/// The plan of a kernel that counts keys in a table of kernels/count/hash_table.cuh, whose slots
/// are listed afterwards. The config has the axes "block", "blocks_per_sm" and "load".
launch_plan plan_hash_table(const template_instance& kernel, std::size_t dynamic_shared_bytes,
                            const problem& problem, const config& config,
                            const device_limits& limits);

}  // namespace warpmark::count
