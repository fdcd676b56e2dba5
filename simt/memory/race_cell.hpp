#pragma once

#include <bit>
#include <cstdint>

namespace warpmark::simt {

/// One recorded access of a shadow word (or byte), in eight bytes.
struct race_cell {
  static constexpr std::uint32_t max_sites = 1u << 19;

  std::uint32_t time = 0;  ///< The warp's clock (shared memory), or an interval (global memory).
  std::uint32_t what = 0;  ///< Packed; 0: no access.

  static race_cell of(std::uint32_t time, std::uint32_t site, std::uint32_t warp, bool strong) {
    return {time, (site & (max_sites - 1)) << 13 | warp << 8 | (strong ? 2u : 0u) | 1u};
  }
  bool used() const { return what != 0; }
  bool strong() const { return what & 2; }   ///< Atomic, volatile, relaxed …
  bool several() const { return what & 4; }  ///< Other lanes of the warp made it too.
  std::uint32_t lane() const { return (what >> 3) & 31; }
  std::uint32_t warp() const { return (what >> 8) & 31; }
  std::uint32_t site() const { return what >> 13; }

  // On all bits at once: a cell is one register of the host.
  race_cell by(std::uint32_t lane) const { return with(std::uint64_t{lane} << lane_shift); }
  race_cell by(std::uint32_t lane, bool and_others) const {
    return with(std::uint64_t{lane} << lane_shift | std::uint64_t{and_others} << several_shift);
  }
  race_cell and_others() const { return with(std::uint64_t{1} << several_shift); }
  /// Whether both are of the same lanes between the same two synchronisations. Cells of several
  /// lanes store only the last one.
  bool same_lanes(const race_cell& other) const {
    return agree(other, std::uint64_t{31u << 8 | 31u << 3 | 4u} << 32 | 0xffff'ffff);
  }
  /// Whether both are of one warp between the same two synchronisations.
  bool beside(const race_cell& other) const {
    return agree(other, std::uint64_t{31u << 8} << 32 | 0xffff'ffff);
  }

 private:
  static_assert(std::endian::native == std::endian::little);
  static constexpr int several_shift = 32 + 2, lane_shift = 32 + 3;

  std::uint64_t bits() const { return std::bit_cast<std::uint64_t>(*this); }
  race_cell with(std::uint64_t more) const { return std::bit_cast<race_cell>(bits() | more); }
  bool agree(const race_cell& other, std::uint64_t mask) const {
    return ((bits() ^ other.bits()) & mask) == 0;
  }
};

/// One access of a warp to the words of a line, 2^lane_shift words per lane.
struct race_run {
  race_cell cell;  ///< Of the first word.
  std::uint32_t lane_shift = 0;

  /// That of a word.
  race_cell at(std::uint32_t word) const {
    return cell.used() ? race_cell{cell.time, cell.what + ((word >> lane_shift) << 3)} : cell;
  }
  /// Whether every word was accessed by the same lane, between the same two synchronisations.
  bool same_lanes(const race_run& other) const {
    return lane_shift == other.lane_shift && cell.same_lanes(other.cell);
  }
};

/// The last write and one read of a line of words.
struct race_line {
  race_run write, read;
};

}  // namespace warpmark::simt
