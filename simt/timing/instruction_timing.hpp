#pragma once

#include <cstdint>
#include <vector>

#include "simt/model/launch_work.hpp"
#include "simt/ptx/flattening.hpp"

namespace warpmark::simt {

using model::unit;

/// What the time model needs to know of one instruction.
struct instruction_timing {
  unit on = unit::none;
  std::uint8_t issues = 0;   ///< Machine instructions that it becomes.
  bool guards = false;       ///< A branch round so little that the compiler makes it predicates.
  bool folds_lanes = false;  ///< An atomic whose lanes on one address become one.
  std::vector<std::uint32_t> reads;  ///< Registers of the flat program, the guard too.
  std::vector<std::uint32_t> writes;
};

/// The timing of each statement of a flat program.
std::vector<instruction_timing> instruction_timings(const flat_program& program);

}  // namespace warpmark::simt
