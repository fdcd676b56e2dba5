#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "simt/memory/race_clocks.hpp"

namespace warpmark::simt {

struct vector_clock_node;
/// A vector clock over all warps of a grid, by block. Immutable, so that nodes can be shared. Null
/// is the zero clock.
using grid_vector_clock = std::shared_ptr<const vector_clock_node>;

/// What a warp tells others at a barrier: its clock, and that at its last fence.
struct published_clocks {
  grid_vector_clock known, fenced;
};

/// A trie over block indices. The cost of a join is proportional to the nodes that the two do not
/// share.
struct vector_clock_node {
  std::array<grid_vector_clock, 16> children;
  clock_row clocks{};  ///< Only in leaves.
};

/// Creates and reads the vector clocks of a grid.
class grid_clocks {
 public:
  explicit grid_clocks(std::uint64_t blocks);

  grid_vector_clock join(const grid_vector_clock& a, const grid_vector_clock& b) const {
    return join(a, b, levels_);
  }
  void join_into(published_clocks& into, const published_clocks& other) const {
    into.known = join(into.known, other.known);
    into.fenced = join(into.fenced, other.fenced);
  }
  /// `base` joined with the clocks of one block.
  grid_vector_clock with(const grid_vector_clock& base, std::uint64_t block,
                         const clock_row& clocks) const {
    return with(base, block, clocks, levels_);
  }
  /// The clocks of a block, or nullptr.
  const clock_row* find(const grid_vector_clock& in, std::uint64_t block) const;

 private:
  static grid_vector_clock join(const grid_vector_clock& a, const grid_vector_clock& b,
                                unsigned level);
  static grid_vector_clock with(const grid_vector_clock& base, std::uint64_t block,
                                const clock_row& clocks, unsigned level);

  unsigned levels_ = 1;
};

}  // namespace warpmark::simt
