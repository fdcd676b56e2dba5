#include "simt/memory/access_pattern.hpp"

#include <algorithm>

#include "base/vector_clones.hpp"

namespace warpmark::simt {
namespace {

// The low bits of an address that costs depend on.
std::uint64_t phase_bits(const access& access) {
  switch (access.space) {
    case state_space::shared:
      return std::max<std::uint64_t>(access.merged_bytes, 4) - 1;
    case state_space::local:
      return 3;
    default:
      return sector_bytes - 1;
  }
}

}  // namespace

WARPMARK_VECTOR_CLONES void access_pattern::fit(const access& access) {
  if (access.active != active_ || access.size != size_) {
    learn(access);
  } else {
    const std::uint64_t first = access.address[first_lane_];
    std::uint64_t differs = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
      differs |= (access.address[lane] - first - offsets_[lane]) & kept_[lane];
    if (differs != 0) learn(access);
  }
  first_ = access.address[first_lane_];
  const std::uint64_t phase = first_ & phase_bits(access);
  if (phase != phase_) {
    phase_ = phase;
    wavefronts_.wavefronts = sector_count_ = local_sectors_ = 0;
  }
}

void access_pattern::learn(const access& access) {
  active_ = access.active;
  first_lane_ = static_cast<unsigned>(std::countr_zero(active_));
  size_ = access.size;
  merged_bytes_ = access.merged_bytes;
  in_pairs_ = access.kind == access_kind::load && !access.of_matrix_rows;
  lanes_ = static_cast<unsigned>(std::popcount(active_));
  group_count_ = sector_count_ = local_sectors_ = max_group_ = 0;
  wavefronts_ = {};
  const std::uint64_t first = access.address[first_lane_];
  std::int64_t low = 0, high = 0;
  std::uint64_t jumps = 0;
  misaligned_ = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    kept_[lane] = (active_ >> lane) & 1 ? ~std::uint64_t{0} : 0;
    offsets_[lane] = (access.address[lane] - first) & kept_[lane];
    const auto offset = static_cast<std::int64_t>(offsets_[lane]);
    low = std::min(low, offset);
    high = std::max(high, offset);
    misaligned_ |= offsets_[lane];
    jumps |= (offsets_[lane] - std::uint64_t{size_} * (lane - first_lane_)) & kept_[lane];
  }
  lowest_ = low;
  extent_ = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + size_;
  const std::uint32_t from_first = active_ >> first_lane_;
  run_ = jumps == 0 && (from_first & (from_first + 1)) == 0;
}

unsigned access_pattern::max_lanes_of_group() const {
  if (max_group_ == 0)
    for (const address_group& group : groups())
      max_group_ = std::max(max_group_, static_cast<unsigned>(std::popcount(group.lanes)));
  return max_group_;
}

void access_pattern::find_sectors() const {
  lane_addresses sector;
  const std::uint64_t within = first_ % sector_bytes;
  for (unsigned lane = 0; lane < 32; ++lane)
    sector[lane] = (offsets_[lane] + within) & ~(sector_bytes - 1);
  std::array<address_group, 32> found;
  sector_count_ = group_addresses(sector, active_, found);
  const auto bytes = static_cast<std::uint32_t>((std::uint64_t{1} << size_) - 1);
  for (unsigned i = 0; i < sector_count_; ++i) {
    std::uint32_t all = 0;
    for (std::uint32_t rest = found[i].lanes; rest != 0; rest &= rest - 1)
      all |= bytes << ((offsets_[std::countr_zero(rest)] + within) % sector_bytes);
    const auto signed_offset = static_cast<std::int64_t>(found[i].address);
    sectors_[i] = {static_cast<std::uint64_t>(signed_offset >> 5), all};
  }
}

void access_pattern::write_addresses(lane_addresses& to, std::uint64_t granule) const {
  for (unsigned lane = 0; lane < 32; ++lane) to[lane] = (first_ + offsets_[lane]) & ~(granule - 1);
}

void access_pattern::count_wavefronts() const {
  const unsigned size = merged_bytes_ == 0 ? size_ : merged_bytes_;
  lane_addresses address;
  write_addresses(address, size);
  wavefronts_ = simt::count_wavefronts(address, active_, size, in_pairs_);
}

unsigned access_pattern::local_sectors() const {
  if (local_sectors_ == 0) {
    lane_addresses address;
    write_addresses(address, 1);
    local_sectors_ = count_local_sectors(address, active_, size_);
  }
  return local_sectors_;
}

}  // namespace warpmark::simt
