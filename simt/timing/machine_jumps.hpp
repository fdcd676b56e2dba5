#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/flattening.hpp"
#include "simt/timing/instruction_timing.hpp"
#include "simt/timing/machine_instruction.hpp"
#include "simt/timing/ptx_line_row.hpp"

namespace warpmark::simt {

/// An instruction of a kernel's machine code that may continue elsewhere.
struct machine_jump {
  enum class kind : std::uint8_t {
    conditional,
    unconditional,
    /// The begin of a region at whose end the warp's lanes meet again. They do that by a jump of
    /// its own kind (BSSY, BSYNC).
    region
  };
  kind what = kind::conditional;
  int ptx_line = 0;     ///< Of the statement that it was compiled from.
  int target_line = 0;  ///< Of the code that a conditional one goes to.
};

/// `lines` is sorted by offset.
std::vector<machine_jump> read_machine_jumps(const std::vector<machine_instruction>& code,
                                             int architecture,
                                             const std::vector<ptx_line_row>& lines);

/// Adds to the timings which statements the machine code jumps at, and in which direction. The
/// assembler predicates what PTX jumps over, places blocks one after another, and turns conditions
/// around. Jumps are ignored if their lines are not those of the program.
void apply_machine_jumps(const std::vector<machine_jump>& jumps, const flat_program& program,
                         std::vector<instruction_timing>& timings);

}  // namespace warpmark::simt
