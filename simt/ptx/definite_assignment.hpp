#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/control_flow.hpp"
#include "simt/ptx/flattening.hpp"

namespace warpmark::simt {

/// Registers of the flat program, by index, that some path may read before anything writes them.
/// What a card has there is left over from elsewhere; the interpreter gives zero. `flow` goes with
/// the statements.
std::vector<std::uint32_t> maybe_unassigned(const flat_program& program,
                                            const std::vector<flow_node>& flow);

}  // namespace warpmark::simt
