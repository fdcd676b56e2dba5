#pragma once

#include <cstdint>
#include <set>

#include "simt/memory/touched_bytes.hpp"

namespace warpmark::simt {

/// Which memory earlier launches and fills of one execution have touched, in pieces of 64 KiB: that
/// which L2 may still hold.
class warm_memory {
 public:
  void clear() { pieces_.clear(); }
  void note_fill(std::uint64_t address, std::uint64_t length);

  /// Sectors of the launch that lie in memory untouched before; from then on they are warm.
  std::uint64_t note_launch(const touched_bytes& touched);

  bool holds(std::uint64_t address) const { return pieces_.contains(address / piece_bytes); }

 private:
  static constexpr std::uint64_t piece_bytes = 64 << 10;
  std::set<std::uint64_t> pieces_;
};

}  // namespace warpmark::simt
