#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/control_flow.hpp"
#include "simt/ptx/flattening.hpp"

namespace warpmark::simt {

/// Where the registers of a program are stored.
struct shared_registers {
  std::vector<std::uint32_t> slot_of;  ///< By register.
  std::vector<unsigned> widths;        ///< Of each slot: 4, 8 or 16 bytes per lane.
};

/// PTX has a register for each value. Those that no thread needs at the same time share a slot, so
/// that what a warp works with fits into the host's cache. `flow` is parallel to the statements.
shared_registers share_registers(const flat_program& program, const std::vector<flow_node>& flow);

}  // namespace warpmark::simt
