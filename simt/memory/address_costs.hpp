#pragma once

#include <cstdint>

namespace warpmark::simt {

/// Addresses of the 32 lanes of one memory instruction.
using lane_addresses = std::uint64_t[32];

/// Distinct aligned 32-byte sectors that the active lanes touch, `size` aligned bytes each.
unsigned count_sectors(const lane_addresses& address, std::uint32_t active, unsigned size);

/// Distinct sectors of a local-memory request. The machine lays local memory out word by word, the
/// 32 lanes' words side by side, so that lanes at one offset fill whole sectors.
unsigned count_local_sectors(const lane_addresses& offset, std::uint32_t active, unsigned size);

/// What one shared-memory request costs.
struct shared_cost {
  unsigned wavefronts = 0;
  unsigned ideal = 0;  ///< The groups of lanes that are there at all.
  unsigned worst = 0;  ///< Wavefronts of the worst of them: the degree of its bank conflict.
};

/// 32 banks of 4 bytes. Full warp, half-warps (8 bytes a lane) or quarter-warps (16 bytes) at a
/// time: as many wavefronts as the fullest bank has distinct words.
shared_cost count_wavefronts(const lane_addresses& address, std::uint32_t active, unsigned size);

/// The largest number of active lanes that name one address.
unsigned count_same_address(const lane_addresses& address, std::uint32_t active);

}  // namespace warpmark::simt
