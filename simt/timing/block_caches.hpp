#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/memory/access.hpp"
#include "simt/memory/address_costs.hpp"
#include "simt/memory/warm_memory.hpp"
#include "simt/model/card_constants.hpp"
#include "simt/timing/moment.hpp"

namespace warpmark::simt {

/// The part of the caches that a block uses.
struct cache_share {
  std::uint64_t l1_bytes_per_warp = 0;  ///< For memory that others may use as well.
  bool l1_holds_local = true;  ///< Whether L1 holds the local memory of all resident blocks.
  std::uint64_t l2_bytes = 0;  ///< For what the block stores and loads again.
};

/// Where a block finds the sectors of global memory that it loads, and when they arrive: in its
/// warp's lines of L1, in flight for another of its warps, in L2, or in memory. Lines are nearer
/// and farther. What the block has stored stays in L1 and L2 until it has fetched or stored more
/// since than its share of them.
class block_caches {
 public:
  block_caches(const model::card_constants& card, const cache_share& shares,
               const warm_memory& warm, bool all_in_l2);
  block_caches(const block_caches&) = delete;  // It points into itself.
  block_caches& operator=(const block_caches&) = delete;

  void start(std::size_t warps);

  struct arrival {
    moment at;            ///< When the warp has it,
    moment filled;        ///< and when L1 has it.
    bool is_new = false;  ///< It was not in the warp's lines of L1,
    bool misses = false;  ///< and nowhere else in L1.
  };
  /// A warp's load of a sector, issued at `issued`.
  arrival load(std::uint32_t warp, std::uint64_t sector, const moment& issued);
  /// When a sector arrives that L1 does not hold: from L2, or from memory together with its
  /// neighbours.
  moment fetch(std::uint64_t sector, const moment& issued);
  void store(const access& access, const moment& issued);

  /// Sectors that one miss of L2 brings.
  std::uint64_t fetched_at_once() const { return fetched_at_once_; }
  /// Sectors that came from memory, and those of them that the block had stored before.
  std::uint64_t fetched_sectors() const { return fetched_sectors_; }
  std::uint64_t refetched_sectors() const { return refetched_sectors_; }
  std::uint64_t sectors_from_memory() const { return fetched_sectors_ + refetched_sectors_; }

 private:
  /// Of a sector in L1.
  struct l1_copy {
    enum class source : std::uint8_t { none, load, store } from = source::none;
    std::uint32_t warp = 0;  ///< That loads it first.
    moment filled;
    std::uint64_t before = 0;  ///< Sectors that had come into L1 before.
  };
  /// Of what one miss fetches.
  struct l2_copy {
    bool fetched = false, stored = false;
    moment from_dram;
    std::uint64_t before = 0;  ///< If stored: how many had come into L2 before.
  };
  struct line {
    std::array<l1_copy, sectors_per_line> sectors;
    std::array<l2_copy, sectors_per_line> pieces;
    bool has_place = false;
    unsigned counted = 0;  ///< Sectors that are among fetched_sectors(): bits.
    std::uint64_t l2_cycles = 0, dram_cycles = 0;  ///< Its latencies.
  };
  /// A warp's lines of L1, with when each sector arrives; 0: not there.
  using filled_sectors = std::array<moment, sectors_per_line>;
  struct warp_lines {
    std::unordered_map<std::uint64_t, filled_sectors> lines;
    std::vector<std::uint64_t> order;  ///< Replacement order of the lines: a FIFO ring.
    std::size_t oldest = 0;
  };

  line& line_of(std::uint64_t sector);
  void place(line& at);
  moment fetch(line& at, std::uint64_t sector, const moment& issued);
  filled_sectors& lines_of_warp(std::uint32_t warp, std::uint64_t number);
  bool is_in_l1(const l1_copy& copy) const;
  bool is_in_l2(const l2_copy& copy) const;

  const model::card_constants& card_;
  cache_share shares_;
  const warm_memory& warm_;
  bool all_in_l2_;
  std::uint64_t fetched_at_once_, l1_cycles_;
  std::size_t lines_a_warp_;
  std::vector<warp_lines> warps_;
  std::unordered_map<std::uint64_t, line> lines_;
  std::uint64_t newest_ = 0;  // The line that was looked up last,
  line* newest_line_ = nullptr;
  std::uint64_t placed_ = 0;                      // Lines that have their latencies.
  std::uint64_t l1_sectors_ = 0, l2_pieces_ = 0;  // That have come into L1 and L2.
  std::uint64_t fetched_sectors_ = 0, refetched_sectors_ = 0;
};

}  // namespace warpmark::simt
