#pragma once

#include <cstdint>
#include <set>

#include "simt/memory/touched_bytes.hpp"

namespace warpmark::simt {

/// The memory that earlier launches and fills of one execution have touched, in pieces of 64 KiB.
/// L2 may still hold it.
class warm_memory {
 public:
  void clear() { pieces_.clear(); }
  void note_fill(std::uint64_t address, std::uint64_t length);

  /// Number of the launch's sectors in memory that was untouched before. Marks them as warm.
  std::uint64_t note_launch(const touched_bytes& touched);

  bool holds(std::uint64_t address) const { return pieces_.contains(address / piece_bytes); }

 private:
  static constexpr std::uint64_t piece_bytes = 64 << 10;
  std::set<std::uint64_t> pieces_;
};

}  // namespace warpmark::simt
