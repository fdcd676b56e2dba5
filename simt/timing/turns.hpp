#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpmark::simt {

/// A span of time of which requests have taken a part.
struct turn_slot {
  float free = 0;          ///< Cycles.
  std::uint64_t next = 0;  ///< The number of the slot to search on from: its own if it is free.
};

/// One after another from the beginning.
class dense_slots {
 public:
  turn_slot& at(std::uint64_t number, float cycles) {
    while (slots_.size() <= number) slots_.push_back({cycles, slots_.size()});
    return slots_[number];
  }

 private:
  std::vector<turn_slot> slots_;
};

/// Those that were asked for.
class sparse_slots {
 public:
  turn_slot& at(std::uint64_t number, float cycles) {
    return slots_.try_emplace(number, turn_slot{cycles, number}).first->second;
  }

 private:
  std::unordered_map<std::uint64_t, turn_slot> slots_;
};

/// Units that serve requests one after another, each for some cycles. Requests need not come in
/// the order of their times: a later one takes what earlier ones have left free.
/// Two requests within `slot_cycles` may be served at once.
template <class Slots, std::uint64_t slot_cycles, std::uint64_t max_slots>
class turns {
 public:
  /// Serves a request that arrives at `at` at one of the units; returns when its turn ends.
  std::uint64_t take(std::uint64_t at, double cycles, std::uint64_t unit = 0) {
    const std::uint64_t first = unit * max_slots;
    std::uint64_t slot = first + at / slot_cycles;
    // Beyond, the host's memory is bounded, and nothing waits.
    if (cycles <= 0 || at / slot_cycles >= max_slots) return at;
    double end = static_cast<double>(at) + cycles;
    while (cycles > 0) {
      // Most slots are free, and looked up once.
      turn_slot* here = &slots_.at(slot, slot_cycles);
      if (here->next != slot) here = &slots_.at(slot = first_free(slot), slot_cycles);
      const double taken = std::min(cycles, static_cast<double>(here->free));
      here->free -= static_cast<float>(taken);
      cycles -= taken;
      end =
          std::max(end, static_cast<double>((slot - first + 1) * slot_cycles) - double{here->free});
      if (here->free > min_cycles) break;
      if (slot + 1 - first >= max_slots) break;
      here->next = ++slot;
    }
    return static_cast<std::uint64_t>(std::llround(end));
  }

 private:
  static constexpr float min_cycles = 1e-3F;

  std::uint64_t next_of(std::uint64_t slot) { return slots_.at(slot, slot_cycles).next; }

  std::uint64_t first_free(std::uint64_t slot) {
    std::uint64_t found = slot;
    while (next_of(found) != found) found = next_of(found);
    while (next_of(slot) != found && slot != found) {  // Later searches go there at once.
      const std::uint64_t next = next_of(slot);
      slots_.at(slot, slot_cycles).next = found;
      slot = next;
    }
    return found;
  }

  Slots slots_;
};

/// A memory: one unit.
using memory_turns = turns<dense_slots, 64, std::uint64_t{1} << 23>;
/// The channels of a memory.
using channel_turns = turns<sparse_slots, 64, std::uint64_t{1} << 23>;
/// Many units, each of which few use.
using word_turns = turns<sparse_slots, 4, std::uint64_t{1} << 27>;

}  // namespace warpmark::simt
