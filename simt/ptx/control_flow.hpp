#pragma once

#include <cstdint>
#include <vector>

namespace warpmark::simt {

/// No instruction: the paths of a branch reconverge only at the end of the kernel.
inline constexpr std::uint32_t no_instruction = ~std::uint32_t{0};

/// The successors of one instruction.
struct flow_node {
  std::vector<std::uint32_t> targets;  ///< Targets of a jump.
  bool falls_through = true;           ///< Whether the next instruction is a successor.
};

/// For each instruction with more than one successor: the first instruction that all paths from it
/// pass (its immediate post-dominator), or no_instruction.
std::vector<std::uint32_t> reconvergence_points(const std::vector<flow_node>& nodes);

}  // namespace warpmark::simt
