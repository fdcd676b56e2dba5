#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/memory/access_pattern.hpp"
#include "simt/memory/touched_bytes.hpp"
#include "simt/memory/warm_memory.hpp"

namespace warpmark::simt {

/// All bytes of a sector, a bit each.
inline constexpr std::uint32_t whole_sector = ~std::uint32_t{0};

/// How long L2 waits for the rest of a sector that is stored in part, before it reads it from
/// memory to write the whole: until the card has stored up to so many bytes more, equally likely
/// each.
struct partial_store_rules {
  std::uint64_t kept_bytes = 0;
  std::uint64_t blocks_at_once = 1;    ///< While one stores a byte, they all do.
  const warm_memory* in_l2 = nullptr;  ///< Of these sectors nothing has to be read.
};

/// Sectors of which L2 has but a part when it writes them: those at places of their own, and those
/// whose instruction stored all sectors of a cache line in part, which DRAM reads as it streams.
struct incomplete_sectors {
  std::uint64_t alone = 0;
  std::uint64_t in_lines = 0;

  incomplete_sectors& operator+=(const incomplete_sectors& more) {
    alone += more.alone;
    in_lines += more.in_lines;
    return *this;
  }
};

/// A sector that blocks have stored in part. Times are bytes that the card has stored before.
struct open_sector {
  std::uint32_t bytes = 0;  ///< A bit each.
  bool in_line = false;     ///< As incomplete_sectors says.
  std::uint64_t since = 0;

  /// Stores more of it. Returns the time that parts of it have waited for the rest, at most
  /// `kept_bytes` each, as far as it is known now.
  std::uint64_t store(const open_sector& more, std::uint64_t kept_bytes);
  bool is_whole() const { return bytes == whole_sector; }
};

/// What the blocks of a host thread have left in part, of which others may store the rest.
class partial_store_log {
 public:
  void merge(const partial_store_log& other);

  /// In a launch of so many blocks. Does not depend on the order of merges.
  incomplete_sectors count_incomplete(const partial_store_rules& rules, std::uint64_t blocks) const;

 private:
  friend class block_partial_stores;
  struct part {
    std::uint64_t sector = 0;
    std::uint64_t wave = 0;  ///< Of the block.
    open_sector state;       ///< Since the wave began.
  };
  std::vector<part> parts_;
  incomplete_sectors waited_;  ///< Times, of sectors that a block completed itself.
  std::uint64_t stored_bytes_ = 0;
};

/// The sectors that one block stores in part: those of a sample, which represents all.
class block_partial_stores {
 public:
  explicit block_partial_stores(const partial_store_rules& rules) : rules_(rules) {}

  void start(std::uint64_t block, std::size_t warps);
  /// An instruction of a warp stores to the allocation.
  void store(std::uint32_t warp, const allocation& in, const access_pattern& pattern,
             const touched_bytes& touched);
  /// It stores so many bytes from `offset` on.
  void store_bytes(std::uint32_t warp, const allocation& in, std::uint64_t offset,
                   std::uint64_t bytes, const touched_bytes& touched);
  void finish(partial_store_log& log);

 private:
  struct stored_sector {
    std::uint64_t number = 0;
    std::uint32_t bytes = 0;  ///< A bit each.
    bool in_line = false;     ///< As incomplete_sectors says.
  };
  void store_part(std::uint32_t warp, const allocation& in, const stored_sector& part,
                  const touched_bytes& touched);

  partial_store_rules rules_;
  std::uint64_t wave_ = 0;
  incomplete_sectors waited_;
  // By warp: the interpreter runs one after another, a card all at once.
  std::vector<std::uint64_t> stored_bytes_;
  std::unordered_map<std::uint64_t, open_sector> open_;
};

}  // namespace warpmark::simt
