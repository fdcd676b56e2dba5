#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

#include "bench/sampling/measuring_options.hpp"

namespace warpmark {

/// At how many places in memory a point of this footprint is measured. Where a buffer lies moves
/// the time of a short kernel by several percent (docs/measuring.md), so one place would say more
/// of the allocator than of the kernel. Rotated: enough for twice the L2, if 4096 are.
std::size_t placements_for(cache_state state, std::size_t footprint_bytes, std::size_t l2_bytes);

/// How far behind where it would else begin buffer `buffer` begins in placement `placement`, in
/// bytes. Which slice of L2 an address belongs to is a hash of it, so any distances will do, as
/// long as they differ; the first placement lies where it lies.
std::size_t lead_of_placement(std::size_t placement, std::size_t buffer);

/// Whether executions that walk these placements find nothing of their buffers in L2.
bool displaces_l2(std::size_t placements, std::size_t footprint_bytes, std::size_t l2_bytes);

/// Which placement comes next: one after the other if rotated, else at random, by the seed, so that
/// samples stay independent of each other.
class placement_order {
 public:
  placement_order(cache_state state, std::size_t placements, std::uint64_t seed)
      : in_turn_(state == cache_state::rotated), placements_(placements), random_(seed) {}

  std::size_t next();

 private:
  bool in_turn_;
  std::size_t placements_;
  std::size_t last_ = 0;
  std::mt19937_64 random_;
};

}  // namespace warpmark
