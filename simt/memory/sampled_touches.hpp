#pragma once

#include <cstdint>

#include "simt/memory/touched_bytes.hpp"
#include "simt/memory/warm_memory.hpp"

namespace warpmark::simt {

/// Sectors of memory that a launch would touch.
struct estimated_sectors {
  std::uint64_t touched = 0;
  std::uint64_t loaded = 0;
};

/// The sectors that all blocks touch in memory that was not warm, from what a sample of them has
/// touched. Each allocation's share grows with the number of blocks up to the size of the
/// allocation: what neighbours share is then counted once. Marks these allocations as warm.
estimated_sectors cold_sectors_of_all(const touched_bytes& sampled, const global_memory& memory,
                                      double blocks_per_sampled, warm_memory& warm);

}  // namespace warpmark::simt
