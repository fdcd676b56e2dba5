#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/memory/global_memory.hpp"
#include "simt/memory/shadow_state.hpp"
#include "simt/memory/vector_clock.hpp"

namespace warpmark::simt {

/// The block, warp and clock of accesses to global memory.
struct race_interval {
  std::uint32_t block = 0;
  std::uint32_t warp = 0;
  std::uint32_t clock = 0;
};

/// The global-memory accesses of the blocks of one launch, and their vector clocks. For one host
/// thread.
class access_history {
 public:
  access_history(const global_memory& memory, std::uint64_t blocks);

  shadow_state& shadow_of(const allocation& in) {
    return shadows_[static_cast<std::size_t>(&in - memory_.live().data())];
  }
  std::uint32_t add_interval(std::uint64_t block, std::uint32_t warp, std::uint32_t clock) {
    intervals_.push_back({static_cast<std::uint32_t>(block), warp, clock});
    return next_interval() - 1;
  }
  std::uint32_t next_interval() const { return static_cast<std::uint32_t>(intervals_.size()); }
  const race_interval& interval(std::uint32_t index) const { return intervals_[index]; }

  const grid_clocks& grid() const { return grid_; }
  /// Vector clocks released by strong writes, by address.
  std::unordered_map<std::uint64_t, grid_vector_clock>& released() { return released_; }

  /// The clock of a warp at its last strong write; 0: none.
  std::uint32_t last_post(std::uint64_t block, std::uint32_t warp) const {
    const auto found = posts_.find(block * 32 + warp);
    return found == posts_.end() ? 0 : found->second;
  }
  void note_post(std::uint64_t block, std::uint32_t warp, std::uint32_t clock) {
    posts_[block * 32 + warp] = clock;
  }

 private:
  const global_memory& memory_;
  grid_clocks grid_;
  std::vector<shadow_state> shadows_;  // Parallel to memory_.live().
  std::vector<race_interval> intervals_;
  std::unordered_map<std::uint64_t, grid_vector_clock> released_;
  std::unordered_map<std::uint64_t, std::uint32_t> posts_;
};

}  // namespace warpmark::simt
