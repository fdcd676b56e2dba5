#pragma once

#include <cstdint>

#include "simt/execution/warp_groups.hpp"
#include "simt/instructions/instruction.hpp"
#include "simt/instructions/warp_group_product.hpp"

// Findings about wgmma.

namespace warpmark::simt {

/// A bit for each warp of the warp's group that exists and has not exited.
std::uint32_t live_warps_of_group(const lane_context& context);

/// The group must have four warps.
void check_group(lane_context& context, const instruction& in);
/// The warp's registers must be fenced.
void check_registers(lane_context& context, const instruction& in,
                     const warp_group_product& product);
/// Checks what the warp reads of A and B in shared memory, its rows of A and all of B: bounds,
/// uninitialised memory, races; and fences of the proxy, if the product is issued now and not read
/// later.
void check_operands(lane_context& context, const instruction& in, const issued_product& issued,
                    bool issued_now);
/// Another warp of the group has issued something else.
void report_other_product(lane_context& context, const instruction& in,
                          const issued_product& other);

}  // namespace warpmark::simt
