#pragma once

#include <cstdint>
#include <vector>

#include "simt/instructions/instruction.hpp"

// Registers of asynchronous products (wgmma) are in flight until the product is waited for. Other
// instructions that access them are executed by a handler that checks this first.

namespace warpmark::simt {

/// Another instruction's access to a register that products use.
struct group_register_access {
  std::uint32_t index;  ///< Among those registers.
  bool read, written;
};

/// An instruction with such accesses.
struct watched_instruction {
  handler execute = nullptr;  ///< Its own.
  bool moves = false;         ///< A mov, which a compiler may place anywhere.
  std::vector<group_register_access> accesses;
};

/// Checks the accesses, then executes the instruction.
void execute_watched(lane_context& context, const instruction& in, std::uint32_t active);

}  // namespace warpmark::simt
