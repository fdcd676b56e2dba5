#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpmark::simt {

/// Memory that serves requests one after another, each for some cycles. Requests need not come in
/// the order of their times: a later one takes what earlier ones have left free.
class memory_turns {
 public:
  /// Serves a request that arrives at `at`; returns when its turn ends.
  std::uint64_t take(std::uint64_t at, double cycles) {
    std::size_t slot = at / slot_cycles;
    // Beyond, the host's memory is bounded, and nothing waits.
    if (cycles <= 0 || slot >= max_slots) return at;
    double end = static_cast<double>(at) + cycles;
    slot = first_free(slot);
    while (cycles > 0) {
      const double taken = std::min(cycles, static_cast<double>(free_[slot]));
      free_[slot] -= static_cast<float>(taken);
      cycles -= taken;
      end = std::max(end, static_cast<double>((slot + 1) * slot_cycles) - double{free_[slot]});
      if (free_[slot] > min_cycles) break;
      next_[slot] = slot + 1;
      if (slot + 1 >= max_slots) break;
      slot = first_free(slot);
    }
    return static_cast<std::uint64_t>(std::llround(end));
  }

 private:
  static constexpr std::uint64_t slot_cycles = 64;
  static constexpr std::size_t max_slots = 1 << 23;
  static constexpr float min_cycles = 1e-3F;

  std::size_t first_free(std::size_t slot) {
    std::size_t found = slot;
    for (;;) {
      while (free_.size() <= found) {
        next_.push_back(free_.size());
        free_.push_back(slot_cycles);
      }
      if (next_[found] == found) break;
      found = next_[found];
    }
    while (next_[slot] != slot) {  // Later searches go there at once.
      const std::size_t next = next_[slot];
      next_[slot] = found;
      if (next == found) break;
      slot = next;
    }
    return found;
  }

  std::vector<float> free_;        // Cycles, by slot.
  std::vector<std::size_t> next_;  // By slot: itself if it is free.
};

}  // namespace warpmark::simt
