#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/control_flow.hpp"
#include "simt/ptx/flattening.hpp"

namespace warpmark::simt {

/// Registers of the flat program, by index, that some path may read before they are written. On a
/// GPU their values are undefined; the interpreter gives zero. `flow` is parallel to the
/// statements.
std::vector<std::uint32_t> maybe_unassigned(const flat_program& program,
                                            const std::vector<flow_node>& flow);

}  // namespace warpmark::simt
