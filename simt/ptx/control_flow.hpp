#pragma once

#include <cstdint>
#include <vector>

namespace warpmark::simt {

/// No instruction: the paths of a branch meet only at the end of the kernel.
inline constexpr std::uint32_t no_instruction = ~std::uint32_t{0};

/// Where control can go after one instruction.
struct flow_node {
  std::vector<std::uint32_t> targets;  ///< Of a jump.
  bool falls_through = true;           ///< Whether it can go on to the next instruction.
};

/// For each instruction with more than one successor: the first instruction that all paths from it
/// pass (its immediate post-dominator), or no_instruction.
std::vector<std::uint32_t> reconvergence_points(const std::vector<flow_node>& nodes);

}  // namespace warpmark::simt
