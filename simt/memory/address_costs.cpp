#include "simt/memory/address_costs.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace warpmark::simt {

unsigned count_sectors(const lane_addresses& address, std::uint32_t active, unsigned size) {
  (void)size;  // An aligned access of up to 16 bytes is within one sector.
  std::uint64_t sectors[32];
  unsigned count = 0;
  std::uint64_t highest = 0;
  for (std::uint32_t mask = active; mask != 0; mask &= mask - 1) {
    const std::uint64_t sector = address[std::countr_zero(mask)] >> 5;
    if (count != 0 && sector <= highest) {
      if (sectors[count - 1] == sector) continue;
      if (std::find(sectors, sectors + count, sector) != sectors + count) continue;
    }
    highest = count == 0 ? sector : std::max(highest, sector);
    sectors[count++] = sector;
  }
  return count;
}

unsigned count_local_sectors(const lane_addresses& offset, std::uint32_t active, unsigned size) {
  unsigned count = 0;
  for (unsigned byte = 0; byte < std::max(size, 4u); byte += 4) {
    lane_addresses interleaved;
    for (std::uint32_t mask = active; mask != 0; mask &= mask - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(mask));
      interleaved[lane] = ((offset[lane] + byte) >> 2) * 128 + lane * 4;
    }
    count += count_sectors(interleaved, active, 4);
  }
  return count;
}

namespace {

// The distinct words per bank, as linked lists through the words seen so far.
class bank_load {
 public:
  bank_load() { std::memset(head_, 0xff, sizeof head_); }

  void add(std::uint64_t word) {
    const unsigned bank = word & 31;
    for (std::int16_t at = head_[bank]; at >= 0; at = next_[at])
      if (words_[at] == word) return;
    words_[count_] = word;
    next_[count_] = head_[bank];
    head_[bank] = count_++;
    fullest_ = std::max(fullest_, ++load_[bank]);
  }
  unsigned fullest() const { return fullest_; }

 private:
  std::int16_t head_[32];
  std::int16_t next_[64];
  std::uint64_t words_[64];
  std::uint8_t load_[32] = {};
  std::int16_t count_ = 0;
  std::uint8_t fullest_ = 0;
};

// Neighbouring lanes at neighbouring addresses, or all at one: no conflict.
bool is_harmless(const lane_addresses& address, unsigned size) {
  std::uint64_t from_run = 0, from_first = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    from_run |= address[lane] - address[0] - std::uint64_t{size} * lane;
    from_first |= address[lane] - address[0];
  }
  return from_run == 0 || from_first == 0;
}

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
  const unsigned groups = groups_of(address, active, size, is_load);
  const unsigned lanes = 32 / groups;
  if (active == ~std::uint32_t{0} && is_harmless(address, size)) return {groups, groups, 1};
  shared_cost cost;
  for (unsigned group = 0; group < groups; ++group) {
    const std::uint32_t members =
        groups == 1 ? active : active & (((1u << lanes) - 1) << (group * lanes));
    if (members == 0) continue;
    bank_load banks;
    for (std::uint32_t mask = members; mask != 0; mask &= mask - 1) {
      const std::uint64_t first = address[std::countr_zero(mask)];
      for (unsigned byte = 0; byte < std::max(size, 4u); byte += 4) banks.add((first + byte) >> 2);
    }
    cost.wavefronts += banks.fullest();
    cost.ideal += 1;
    cost.worst = std::max(cost.worst, banks.fullest());
  }
  return cost;
}

unsigned count_same_address(const lane_addresses& address, std::uint32_t active) {
  std::uint64_t seen[32];
  unsigned lanes[32];
  unsigned count = 0, max_lanes = 0;
  for (std::uint32_t mask = active; mask != 0; mask &= mask - 1) {
    const std::uint64_t current = address[std::countr_zero(mask)];
    unsigned at = 0;
    while (at < count && seen[at] != current) ++at;
    if (at == count) seen[count] = current, lanes[count++] = 0;
    max_lanes = std::max(max_lanes, ++lanes[at]);
  }
  return max_lanes;
}

}  // namespace warpmark::simt
