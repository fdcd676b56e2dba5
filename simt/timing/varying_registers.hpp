#pragma once

#include <vector>

#include "simt/ptx/flattening.hpp"
#include "simt/timing/instruction_timing.hpp"

namespace warpmark::simt {

/// Whether the lanes of a warp may have different values in a register, as a compiler can tell: by
/// register of the flat program. Values are the same that follow from parameters, constants, and
/// the places and sizes of block and grid; those that are loaded or depend on the thread may
/// differ. `timings` has the registers that each statement reads and writes.
std::vector<bool> varying_registers(const flat_program& program,
                                    const std::vector<instruction_timing>& timings);

}  // namespace warpmark::simt
