#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "simt/memory/race_clocks.hpp"

namespace warpmark::simt {

struct vector_clock_node;
/// Which accesses of which blocks happened before: their warps' clocks by block. Never changed, so
/// that many may share it; null knows nothing.
using knowledge = std::shared_ptr<const vector_clock_node>;

/// A trie over block indices. Joining two that share most of their nodes costs what they differ by.
struct vector_clock_node {
  std::array<knowledge, 16> children;
  clock_row clocks{};  ///< Of a leaf.
};

/// Makes and reads the knowledge of a grid.
class grid_clocks {
 public:
  explicit grid_clocks(std::uint64_t blocks);

  knowledge join(const knowledge& a, const knowledge& b) const { return join(a, b, levels_); }
  /// What `of` knows, and the clocks of a block beside.
  knowledge with(const knowledge& of, std::uint64_t block, const clock_row& clocks) const {
    return with(of, block, clocks, levels_);
  }
  /// The clocks of a block, or nullptr.
  const clock_row* find(const knowledge& in, std::uint64_t block) const;

 private:
  static knowledge join(const knowledge& a, const knowledge& b, unsigned level);
  static knowledge with(const knowledge& of, std::uint64_t block, const clock_row& clocks,
                        unsigned level);

  unsigned levels_ = 1;
};

}  // namespace warpmark::simt
