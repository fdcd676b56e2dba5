#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/control_flow.hpp"

namespace warpmark::simt {

/// No loop.
inline constexpr std::int32_t no_loop = -1;

/// The loops of a flow graph, by nesting: its strongly connected parts, and those that are left of
/// each when the edges to its heads are removed (Bourdoncle 1993).
class loop_nest {
 public:
  /// The successors of each instruction; `falls_through` adds the next one.
  explicit loop_nest(const std::vector<flow_node>& nodes);

  std::size_t size() const { return parents_.size(); }
  /// The innermost loop that the instruction is in, or no_loop.
  std::int32_t innermost(std::uint32_t instruction) const { return innermost_[instruction]; }
  /// The loop around a loop, or no_loop. It has a smaller number.
  std::int32_t parent(std::int32_t loop) const { return parents_[static_cast<std::size_t>(loop)]; }
  /// Whether the instruction is in the loop; true for no_loop.
  bool contains(std::int32_t loop, std::uint32_t instruction) const;
  /// The innermost loop that has both instructions, or no_loop.
  std::int32_t common(std::uint32_t a, std::uint32_t b) const;
  /// Instructions of a loop, ascending.
  std::vector<std::uint32_t> members(std::int32_t loop) const;

 private:
  struct part;
  void decompose(const std::vector<std::vector<std::uint32_t>>& edges, part whole);

  std::vector<std::int32_t> innermost_, parents_;
};

}  // namespace warpmark::simt
