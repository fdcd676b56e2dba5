#pragma once

#include <cstdint>
#include <vector>

#include "simt/memory/race_cell.hpp"

namespace warpmark::simt {

/// The last write and one read of each 4-byte word of a piece of memory, or of each byte once
/// anything narrower than a word has touched the piece.
struct race_chunk {
  static constexpr std::uint64_t bytes = 4096;

  std::vector<race_cell> writes, reads;  ///< Empty until there is one.
  bool by_byte = false;

  std::size_t cells() const { return by_byte ? bytes : bytes / 4; }
  void need_writes() {
    if (writes.empty()) writes.resize(cells());
  }
  void need_reads() {
    if (reads.empty()) reads.resize(cells());
  }
  /// From words to bytes.
  void split();
};

/// The accesses to one allocation, or to a block's shared memory: 2 bytes for each byte that is
/// read and 2 for each that is written, in pieces of 4 KiB; four times that in pieces by byte.
class shadow_state {
 public:
  explicit shadow_state(std::uint64_t size)
      : chunks_((size + race_chunk::bytes - 1) / race_chunk::bytes) {}

  /// Nothing has touched the range, of whole words, any more.
  void forget(std::uint64_t offset, std::uint64_t length);

  race_chunk& at(std::uint64_t offset) { return chunks_[offset / race_chunk::bytes]; }

 private:
  std::vector<race_chunk> chunks_;
};

}  // namespace warpmark::simt
