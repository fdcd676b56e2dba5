#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpmark::simt {

inline constexpr std::uint64_t sector_bytes = 32;
inline constexpr std::size_t sectors_per_line = 4;

/// Addresses of the 32 lanes of one memory instruction.
using lane_addresses = std::uint64_t[32];

/// Lanes with the same address.
struct address_group {
  std::uint64_t address = 0;
  std::uint32_t lanes = 0;
  std::uint8_t first_lane = 0, last_lane = 0;
};

/// Writes the distinct addresses of the active lanes in the order of their first lanes, and returns
/// how many there are.
unsigned group_addresses(const lane_addresses& address, std::uint32_t active,
                         std::span<address_group, 32> groups);

/// Distinct 32-byte sectors in which the active lanes' addresses are. An aligned access is within
/// one sector.
unsigned count_sectors(const lane_addresses& address, std::uint32_t active);

/// Distinct pairs of neighbouring sectors, of 64 bytes, in which they are.
unsigned count_sector_pairs(const lane_addresses& address, std::uint32_t active);

/// Requests that an atomic sends to the shared memory of another block: for each sector as many as
/// its most used address has lanes.
unsigned count_atomic_requests(const lane_addresses& address, std::uint32_t active);

/// Distinct sectors of a local-memory request. The hardware interleaves local memory by word: the
/// words of the 32 lanes at one offset are consecutive, so they fill complete sectors.
unsigned count_local_sectors(const lane_addresses& offset, std::uint32_t active, unsigned size);

/// The cost of one shared-memory request.
struct shared_cost {
  unsigned wavefronts = 0;
  unsigned ideal = 0;  ///< Wavefronts without bank conflicts: the non-empty groups of lanes.
  unsigned worst = 0;  ///< Wavefronts of the worst group: the degree of its bank conflict.
};

/// 32 banks of 4 bytes. A full warp, half-warps (8 bytes per lane) or quarter-warps (16 bytes) are
/// served at a time, each in as many wavefronts as the fullest bank has distinct words. A load
/// whose lanes share addresses in pairs, all with the next lane or all with the next but one, is
/// served twice as many lanes at a time. Source: studies/shared_wavefronts.py.
shared_cost count_wavefronts(const lane_addresses& address, std::uint32_t active, unsigned size,
                             bool is_load);

/// Cycles that a load of global memory occupies L1, if it hits: the wavefronts of its data, which
/// come from the same banks as those of shared memory, or the look-ups of its lines, four per
/// cycle. Source: studies/l1_requests.cu.
unsigned count_l1_wavefronts(const lane_addresses& address, std::uint32_t active, unsigned size);

/// The largest number of active lanes with the same address.
unsigned count_same_address(const lane_addresses& address, std::uint32_t active);

}  // namespace warpmark::simt
