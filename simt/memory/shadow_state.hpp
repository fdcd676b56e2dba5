#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/memory/race_cell.hpp"

namespace warpmark::simt {

/// The last write and one read of a 4-byte word, or of a byte.
struct race_cells {
  race_cell write, read;
};

/// The accesses to a piece of memory. Lines of 32 words whose words the lanes of a warp accessed in
/// order are stored as one access, other lines word by word. After an access narrower than a word,
/// all bytes of the piece have cells of their own.
class race_chunk {
 public:
  static constexpr std::uint64_t bytes = 4096;
  static constexpr std::uint64_t line_bytes = 128;

  /// A line that is stored as one access, or nullptr. `offset` is relative to the chunk.
  race_line* line(std::uint64_t offset) {
    if (!lines_) make_lines();
    const std::uint64_t index = offset / line_bytes;
    return (expanded_ >> index) & 1 ? nullptr : &(*lines_)[index];
  }
  /// Stores a line as one access from now on. Not after split().
  void set_line(std::uint64_t offset, const race_line& now) {
    expanded_ = by_word_ &= ~(1u << (offset / line_bytes));
    (*lines_)[offset / line_bytes] = now;
  }
  /// The cells from an offset on, up to the end of its line.
  race_cells* cells(std::uint64_t offset) {
    const std::uint64_t index = offset / line_bytes;
    if (!((expanded_ >> index) & 1)) expand(index);
    return cells_.get() + (offset >> (by_byte_ ? 0 : 2));
  }
  /// The cells of a word, or nullptr if its line is stored as one access or byte by byte.
  race_cells* word(std::uint64_t offset) {
    return (by_word_ >> (offset / line_bytes)) & 1 ? cells_.get() + offset / 4 : nullptr;
  }
  bool by_byte() const { return by_byte_; }
  /// The number of cells of so many bytes.
  std::size_t cells_of(std::uint64_t size) const { return by_byte_ ? size : size / 4; }
  /// Changes from word cells to byte cells.
  void split();

 private:
  static constexpr std::size_t line_count = bytes / line_bytes;
  static constexpr std::size_t line_words = line_bytes / 4;

  void make_lines();
  void expand(std::uint64_t index);

  std::uint32_t expanded_ = 0;  // A bit per line: not stored as one access,
  std::uint32_t by_word_ = 0;   // but word by word.
  bool by_byte_ = false;
  std::unique_ptr<std::array<race_line, line_count>> lines_;
  std::unique_ptr<race_cells[]> cells_;
};

/// The accesses to one allocation, or to a block's shared memory. Memory that full warps access in
/// order takes a quarter of a byte per byte, other memory four bytes per byte, in pieces of 4 KiB;
/// four times that in pieces with byte cells.
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
