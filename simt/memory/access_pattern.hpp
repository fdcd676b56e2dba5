#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "simt/memory/access.hpp"
#include "simt/memory/address_costs.hpp"

namespace warpmark::simt {

/// How the addresses of an access's lanes relate to each other, and what follows from that. An
/// instruction in a loop repeats its pattern at other addresses, so what is known of the last
/// access of each instruction usually holds for the next one.
class access_pattern {
 public:
  /// The bytes of a 32-byte sector that an access names.
  struct sector_part {
    std::uint64_t sector = 0;  ///< Relative to the sector of first().
    std::uint32_t bytes = 0;   ///< A bit per byte.
  };

  /// Makes this the pattern of an access, which has an active lane.
  void fit(const access& access);

  std::uint32_t active() const { return active_; }
  unsigned size() const { return size_; }
  /// The first active lane, and its address.
  unsigned first_lane() const { return first_lane_; }
  std::uint64_t first() const { return first_; }
  /// The address of an active lane relative to first(), modulo 2^64.
  std::int64_t offset(unsigned lane) const { return static_cast<std::int64_t>(offsets_[lane]); }

  /// All addresses are in [lowest(), lowest() + extent() - size()].
  std::uint64_t lowest() const { return first_ + static_cast<std::uint64_t>(lowest_); }
  std::uint64_t extent() const { return extent_; }
  /// Every active lane's address is a multiple of the size.
  bool is_aligned() const { return ((first_ | misaligned_) & (size_ - 1)) == 0; }

  /// The active lanes are neighbours, each `size` bytes after the last one.
  bool is_run() const { return run_; }
  unsigned lanes() const { return lanes_; }

  /// The distinct addresses, in the order of their first lanes.
  std::span<const address_group> groups() const {
    if (group_count_ == 0) group_count_ = group_addresses(offsets_, active_, groups_);
    return {groups_.data(), group_count_};
  }
  /// The sectors of an aligned access, in the order in which lanes first name them.
  std::span<const sector_part> sectors() const {
    if (sector_count_ == 0) find_sectors();
    return {sectors_.data(), sector_count_};
  }
  /// The largest number of lanes with the same address.
  unsigned max_lanes_of_group() const;
  /// Of an access to shared memory.
  const shared_cost& wavefronts() const {
    if (wavefronts_.wavefronts == 0) count_wavefronts();
    return wavefronts_;
  }
  unsigned local_sectors() const;

 private:
  void learn(const access& access);
  void find_sectors() const;
  void count_wavefronts() const;
  /// The addresses, rounded down to multiples of a power of two.
  void write_addresses(lane_addresses& to, std::uint64_t granule) const;

  alignas(64) lane_addresses offsets_{};
  alignas(64) lane_addresses kept_{};  // All ones for active lanes.
  std::uint64_t first_ = 0, extent_ = 0, misaligned_ = 0;
  std::int64_t lowest_ = 0;
  std::uint32_t active_ = 0;
  unsigned size_ = 0, lanes_ = 0, first_lane_ = 0;
  // Where the first address is within what the costs depend on: a sector, a word, …
  std::uint64_t phase_ = 0;
  std::uint8_t merged_bytes_ = 0;
  bool run_ = false;
  bool in_pairs_ = false;  // Wide accesses of lanes that share addresses are served together.
  // Computed when asked for.
  mutable std::array<address_group, 32> groups_{};
  mutable std::array<sector_part, 32> sectors_{};
  mutable shared_cost wavefronts_;
  mutable unsigned group_count_ = 0, sector_count_ = 0, local_sectors_ = 0, max_group_ = 0;
};

}  // namespace warpmark::simt
