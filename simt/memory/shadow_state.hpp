#pragma once

#include <cstdint>
#include <vector>

#include "simt/memory/race_cell.hpp"

namespace warpmark::simt {

/// The last write and one read per 4-byte word of a piece of memory, or per byte after an access
/// narrower than a word.
struct race_chunk {
  static constexpr std::uint64_t bytes = 4096;

  std::vector<race_cell> writes, reads;  ///< Empty before the first one.
  bool by_byte = false;

  std::size_t cells() const { return by_byte ? bytes : bytes / 4; }
  void need_writes() {
    if (writes.empty()) make(writes);
  }
  void need_reads() {
    if (reads.empty()) make(reads);
  }
  /// Changes from word cells to byte cells.
  void split();

 private:
  void make(std::vector<race_cell>& list) const;
};

/// The accesses to one allocation, or to a block's shared memory. It takes 2 bytes per byte that is
/// read and 2 per byte that is written, in pieces of 4 KiB; four times that in pieces with byte
/// cells.
class shadow_state {
 public:
  explicit shadow_state(std::uint64_t size);

  /// Forgets the accesses to the range, which consists of full words.
  void forget(std::uint64_t offset, std::uint64_t length);

  race_chunk& at(std::uint64_t offset) { return chunks_[offset / race_chunk::bytes]; }

 private:
  std::vector<race_chunk> chunks_;
};

}  // namespace warpmark::simt
