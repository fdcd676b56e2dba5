#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

#include "bench/sampling/measuring_options.hpp"

namespace warpmark {

/// The number of placements for a point of this footprint. The address of a buffer changes the time
/// of a short kernel by several percent (docs/measuring.md), so a single placement would measure
/// the allocator. Rotated: enough for twice the L2, at most 4096.
std::size_t placements_for(cache_state state, std::size_t footprint_bytes, std::size_t l2_bytes);

/// The shift of the begin of buffer `buffer` in placement `placement`, in bytes. The L2 slice of an
/// address is a hash of it, so any distinct shifts suffice; the first placement has none.
std::size_t lead_of_placement(std::size_t placement, std::size_t buffer);

/// Whether executions that rotate over these placements find none of their buffers in L2.
bool displaces_l2(std::size_t placements, std::size_t footprint_bytes, std::size_t l2_bytes);

/// The next placement: in turn if rotated, else random by the seed, so that samples stay
/// independent.
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
