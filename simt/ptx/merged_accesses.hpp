#pragma once

#include <cstdint>
#include <map>

#include "simt/ptx/flattening.hpp"

namespace warpmark::simt {

/// The machine code of a shared-memory access that ptxas merges.
struct merged_access {
  /// 8 or 16: this access moves that many aligned bytes around its address, including those of its
  /// neighbours. 0: a neighbour moves its bytes.
  std::uint32_t bytes = 0;
};

/// Shared-memory loads and stores that ptxas merges, by flat index (seen in sm_90 machine code of
/// CUDA 13.0; docs/counters.md has the rules):
/// - scalar 4- and 8-byte accesses of one basic block with one base and one guard, not volatile;
/// - into 16 bytes if the window is proven to be aligned and at least three of its four words are
///   loaded (all four stored), or both 8-byte halves are; else into 8 bytes if both words are;
/// - loads are not moved across a shared store or atomic, a barrier or __syncwarp; stores also not
///   across any other access to shared memory.
std::map<std::uint32_t, merged_access> merged_shared_accesses(const flat_program& program);

}  // namespace warpmark::simt
