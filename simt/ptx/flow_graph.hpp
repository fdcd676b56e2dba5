#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/control_flow.hpp"
#include "simt/ptx/flattening.hpp"

namespace warpmark::simt {

/// The successors of each statement. Jumps to what is no label have no target.
std::vector<flow_node> flow_graph(const flat_program& program);

/// Statements [first, last] that are executed one after another.
struct basic_block {
  std::uint32_t first = 0, last = 0;
  std::vector<std::uint32_t> successors;  ///< Indices of blocks.
};

struct basic_blocks {
  std::vector<basic_block> blocks;
  std::vector<std::uint32_t> block_of;  ///< By statement.
};

basic_blocks find_basic_blocks(const flat_program& program, const std::vector<flow_node>& flow);

}  // namespace warpmark::simt
