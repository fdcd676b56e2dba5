#pragma once

#include <cstdint>
#include <vector>

#include "variants/contract/template_arguments.hpp"
#include "variants/contract/variant.hpp"
#include "variants/partition/shared/plan_builder.hpp"

namespace warpmark::partition {

// What the variants of kernels/partition/lookahead.cuh share.

std::vector<axis> lookahead_axes();

/// Of the resident grid and of the ring in shared memory.
std::vector<constraint> lookahead_constraints();

/// Launches an instance of the kernel. `more`: its arguments after the counts and the state.
void launch_lookahead(plan_builder& plan, const template_instance& kernel, const problem& problem,
                      const config& config, const device_limits& limits,
                      std::vector<kernel_argument> more = {});

/// Full and partial tiles of the input.
std::uint64_t lookahead_tiles(const problem& problem, const config& config);

/// The grid's atomics on the ticket and barriers of its blocks, where they do not depend on the
/// device, and its bytes in flight.
std::vector<counter_prediction> lookahead_predictions();

}  // namespace warpmark::partition
