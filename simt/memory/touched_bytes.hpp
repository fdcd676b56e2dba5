#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "simt/memory/global_memory.hpp"

namespace warpmark::simt {

/// Bytes that were touched for the first time in a launch.
struct first_touches {
  unsigned loaded = 0;   ///< Bytes that no earlier access loaded.
  unsigned stored = 0;   ///< Bytes that no earlier access stored.
  unsigned touched = 0;  ///< Bytes that no earlier access loaded or stored.
  unsigned sectors = 0;  ///< 32-byte sectors without any byte touched before.
};

/// Which bytes of global memory one launch loads and stores, one bit each. Host threads may touch
/// the same bytes concurrently: the sums over all calls do not depend on their order.
class touched_bytes {
 public:
  explicit touched_bytes(const global_memory& memory);

  /// Notes an access of `length` bytes at `offset` in the allocation.
  first_touches touch(const allocation& in, std::uint64_t offset, std::uint64_t length, bool loads,
                      bool stores);

  /// Notes an access to the bytes, a bit each, of a sector of the allocation. Adds what it touches
  /// first to `first`.
  void touch_sector(const allocation& in, std::uint64_t sector, std::uint32_t bytes, bool loads,
                    bool stores, first_touches& first) {
    const std::uint64_t marks =
        (loads ? std::uint64_t{bytes} : 0) | (stores ? std::uint64_t{bytes} << 32 : 0);
    std::atomic<std::uint64_t>& word = word_at(in, sector);
    // Most words are complete: only those that change are written.
    if ((word.load(std::memory_order_relaxed) & marks) != marks) mark(word, marks, first);
  }

  /// The marks of a sector: a bit for each loaded byte in the low half, for each stored one in the
  /// high half. `table`: the index of the allocation when this was made.
  std::uint64_t marks(std::size_t table, std::uint64_t sector) const {
    const chunk* present =
        tables_[table].chunks[sector / chunk_sectors].load(std::memory_order_relaxed);
    return present ? (*present)[sector % chunk_sectors].load(std::memory_order_relaxed) : 0;
  }

  bool is_loaded(std::size_t table, std::uint64_t sector) const {
    return (marks(table, sector) & 0xffff'ffff) != 0;
  }
  /// The index of a live allocation, which was there when this was made.
  std::size_t table_of(const allocation& in) const {
    return static_cast<std::size_t>(&in - memory_.live().data());
  }

  struct sector_counts {
    std::uint64_t touched = 0;
    std::uint64_t loaded = 0;
  };
  /// Of one allocation. `table`: its index when this was made.
  sector_counts count_sectors(std::size_t table) const;

  /// Visits each group of 8 sectors that has touched ones, with its address and their number.
  void for_each_group(const std::function<void(std::uint64_t, unsigned)>& visit) const;

 private:
  // One word per sector: the low half has the loaded bytes, the high half the stored ones.
  static constexpr std::uint64_t chunk_sectors = 2048;
  using chunk = std::array<std::atomic<std::uint64_t>, chunk_sectors>;
  struct table {
    ~table();
    std::unique_ptr<std::atomic<chunk*>[]> chunks;  // Allocated at the first touch.
    std::uint64_t count = 0;
  };

  std::atomic<std::uint64_t>& word_at(const allocation& in, std::uint64_t sector) {
    const table& all = tables_[table_of(in)];
    std::atomic<chunk*>& slot = all.chunks[sector / chunk_sectors];
    chunk* present = slot.load(std::memory_order_acquire);
    return (*(present ? present : add_chunk(slot)))[sector % chunk_sectors];
  }
  static chunk* add_chunk(std::atomic<chunk*>& slot);
  static void mark(std::atomic<std::uint64_t>& word, std::uint64_t marks, first_touches& first);

  const global_memory& memory_;
  std::vector<table> tables_;  // One per live allocation.
};

}  // namespace warpmark::simt
