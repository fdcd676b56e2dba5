#pragma once

#include <cstdint>
#include <list>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "simt/memory/touched_bytes.hpp"

namespace warpmark::simt {

/// The memory that earlier launches and fills of one execution have touched and L2 still holds, in
/// pieces of 64 KiB: what was touched least recently is evicted first.
class warm_memory {
 public:
  /// A piece and how many of its sectors are touched.
  using touched_piece = std::pair<std::uint64_t, std::uint64_t>;
  struct range {
    std::uint64_t address = 0;
    std::uint64_t length = 0;  ///< In bytes.
  };

  /// Forgets everything; L2 holds `capacity` bytes from now on.
  void clear(std::uint64_t capacity);
  void note_fill(const range& filled) { note_ranges({filled}); }

  /// A launch touches these ranges, all of them at once from their beginnings to their ends.
  void note_ranges(const std::vector<range>& ranges);

  /// As note_ranges, of what a launch touched. Returns the number of its sectors that L2 did not
  /// hold when it came to them.
  std::uint64_t note_launch(const touched_bytes& touched);

  /// Whether L2 still holds the place when the next launch is half-way, which by then has touched
  /// half as much as it will, and is assumed to touch as much as L2 holds.
  bool holds(std::uint64_t address) const { return recent_.contains(address / piece_bytes); }

 private:
  static constexpr std::uint64_t piece_bytes = 64 << 10;
  using order = std::list<touched_piece>;  // The least recently touched one first.

  std::uint64_t touch(std::vector<std::vector<touched_piece>> runs);
  bool touch_piece(const touched_piece& piece);
  void note_recent();

  std::uint64_t capacity_sectors_ = 0, held_sectors_ = 0;
  order order_;
  std::unordered_map<std::uint64_t, order::iterator> held_;  // By piece.
  std::unordered_set<std::uint64_t> recent_;
};

}  // namespace warpmark::simt
