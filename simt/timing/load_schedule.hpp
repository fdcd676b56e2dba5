#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "simt/ptx/flattening.hpp"
#include "simt/timing/instruction_timing.hpp"
#include "simt/timing/machine_jumps.hpp"

namespace warpmark::simt {

/// A load of a kernel's machine code.
struct machine_load {
  int ptx_line = 0;         ///< Of the statement that it was compiled from.
  std::uint32_t block = 0;  ///< The piece of code without jumps, calls and barriers that has it.
  load_copy order;          ///< In that piece.
};

/// Registers that the machine code of a statement saves in local memory, and loads again, because
/// there are too few: the mean over the pieces of code that the statement was compiled to.
struct machine_spill {
  int ptx_line = 0;
  float stored_words = 0, loaded_words = 0;  ///< Per lane,
  float instructions = 0;                    ///< by so many machine instructions.
};

/// The order in which machine code issues loads and waits for them, which the PTX does not show:
/// the assembler issues few at once where registers are scarce, and those of several iterations at
/// once where it unrolls a loop.
struct load_schedule {
  std::vector<machine_load> loads;                 ///< In the order of the code.
  std::vector<std::uint32_t> loop_depth;           ///< By block.
  std::optional<std::vector<machine_jump>> jumps;  ///< None: not known.
  std::vector<machine_spill> spills;               ///< Sorted by line.
};

/// Reads the machine code of one kernel for compute capability 7.0 or newer (`architecture`: 90);
/// of older ones the result is empty. `lines` is sorted by offset.
///
/// An instruction has 16 bytes. Its opcode, its predicate, the displacement of a jump, the counter
/// that a load decrements when its data are there ("write barrier"), and the counters that it waits
/// for are at the bits that Jia et al. 2018 (arXiv:1804.06826, 2.1) describe; what is new since,
/// the displacement of jumps from compute capability 9.0 on, follows from nvdisasm's labels.
load_schedule read_load_schedule(std::span<const char> code, int architecture,
                                 const std::vector<ptx_line_row>& lines);

/// Adds the schedule to the timings of the loads, of the jumps whose loops are unrolled, and of
/// statements with spilled registers. It is ignored if its lines are not those of the program.
void apply_load_schedule(const load_schedule& schedule, const flat_program& program,
                         std::vector<instruction_timing>& timings);

}  // namespace warpmark::simt
