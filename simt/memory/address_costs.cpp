#include "simt/memory/address_costs.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace warpmark::simt {

unsigned group_addresses(const lane_addresses& address, std::uint32_t active,
                         std::span<address_group, 32> groups) {
  // A hash table of the groups, by address; 0: empty. It is at most half full.
  constexpr unsigned slots = 64;
  std::uint8_t table[slots] = {};
  unsigned count = 0;
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint8_t>(std::countr_zero(rest));
    const std::uint64_t current = address[lane];
    unsigned at = static_cast<unsigned>((current * 0x9e37'79b9'7f4a'7c15) >> 58);
    while (table[at] != 0 && groups[table[at] - 1u].address != current) at = (at + 1) % slots;
    if (table[at] == 0) {
      groups[count] = {current, 0, lane, lane};
      table[at] = static_cast<std::uint8_t>(++count);
    }
    address_group& group = groups[table[at] - 1u];
    group.lanes |= 1u << lane;
    group.last_lane = lane;
  }
  return count;
}

namespace {

// Rounds the addresses down and groups them.
unsigned group_pieces(const lane_addresses& address, std::uint32_t active, std::uint64_t bytes,
                      std::span<address_group, 32> groups) {
  lane_addresses piece;
  for (unsigned lane = 0; lane < 32; ++lane) piece[lane] = address[lane] & ~(bytes - 1);
  return group_addresses(piece, active, groups);
}

}  // namespace

unsigned count_sectors(const lane_addresses& address, std::uint32_t active) {
  std::array<address_group, 32> sectors;
  return group_pieces(address, active, sector_bytes, sectors);
}

unsigned count_sector_pairs(const lane_addresses& address, std::uint32_t active) {
  std::array<address_group, 32> pairs;
  return group_pieces(address, active, 2 * sector_bytes, pairs);
}

unsigned count_atomic_requests(const lane_addresses& address, std::uint32_t active) {
  std::array<address_group, 32> sectors;
  const unsigned count = group_pieces(address, active, sector_bytes, sectors);
  unsigned requests = 0;
  for (unsigned i = 0; i < count; ++i) requests += count_same_address(address, sectors[i].lanes);
  return requests;
}

unsigned count_local_sectors(const lane_addresses& offset, std::uint32_t active, unsigned size) {
  unsigned count = 0;
  for (unsigned byte = 0; byte < std::max(size, 4u); byte += 4) {
    lane_addresses interleaved;
    for (std::uint32_t mask = active; mask != 0; mask &= mask - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(mask));
      interleaved[lane] = ((offset[lane] + byte) >> 2) * 128 + lane * 4;
    }
    count += count_sectors(interleaved, active);
  }
  return count;
}

namespace {

// Whether each active lane has the address of lane ^ distance, if that is active.
bool shares_in_pairs(const lane_addresses& address, std::uint32_t active, unsigned distance) {
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned partner = lane ^ distance;
    if (((active >> lane) & (active >> partner) & 1) && address[lane] != address[partner])
      return false;
  }
  return true;
}

unsigned groups_of(const lane_addresses& address, std::uint32_t active, unsigned size,
                   bool is_load) {
  if (size <= 4) return 1;
  const unsigned groups = size == 8 ? 2 : 4;
  const bool in_pairs =
      is_load && (shares_in_pairs(address, active, 1) || shares_in_pairs(address, active, 2));
  return in_pairs ? groups / 2 : groups;
}

}  // namespace

shared_cost count_wavefronts(const lane_addresses& address, std::uint32_t active, unsigned size,
                             bool is_load) {
  const unsigned bytes = std::max(size, 4u);
  std::array<address_group, 32> distinct;
  const unsigned count = group_pieces(address, active, bytes, distinct);
  const unsigned groups = groups_of(address, active, size, is_load);
  const std::uint64_t group_lanes = (std::uint64_t{1} << (32 / groups)) - 1;
  shared_cost cost;
  for (unsigned group = 0; group < groups; ++group) {
    const auto members = static_cast<std::uint32_t>(group_lanes << (group * 32 / groups));
    std::uint8_t words_in_bank[32] = {};
    std::uint8_t fullest = 0;
    for (unsigned i = 0; i < count; ++i)
      if ((distinct[i].lanes & members) != 0)
        for (unsigned byte = 0; byte < bytes; byte += 4)
          fullest = std::max(fullest, ++words_in_bank[(distinct[i].address + byte) / 4 % 32]);
    cost.wavefronts += fullest;
    cost.ideal += fullest != 0;
    cost.worst = std::max<unsigned>(cost.worst, fullest);
  }
  return cost;
}

unsigned count_l1_wavefronts(const lane_addresses& address, std::uint32_t active, unsigned size) {
  constexpr unsigned line_bytes = 128, lines_per_cycle = 4;
  std::array<std::uint64_t, 32> lines;
  unsigned count = 0;
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const std::uint64_t line = address[std::countr_zero(rest)] / line_bytes;
    if (count == 0 || line != lines[count - 1]) lines[count++] = line;
  }
  std::sort(lines.begin(), lines.begin() + count);
  count = static_cast<unsigned>(std::unique(lines.begin(), lines.begin() + count) - lines.begin());
  return std::max(count_wavefronts(address, active, size, true).wavefronts,
                  (count + lines_per_cycle - 1) / lines_per_cycle);
}

unsigned count_same_address(const lane_addresses& address, std::uint32_t active) {
  std::array<address_group, 32> groups;
  const unsigned count = group_addresses(address, active, groups);
  unsigned max_lanes = 0;
  for (unsigned i = 0; i < count; ++i)
    max_lanes = std::max(max_lanes, static_cast<unsigned>(std::popcount(groups[i].lanes)));
  return max_lanes;
}

}  // namespace warpmark::simt
