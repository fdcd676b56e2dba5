#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "simt/memory/access.hpp"

namespace warpmark::simt {

class access_pattern;
struct instruction;
struct lane_context;

/// The copies by cp.async (not bulk) that write to one block's shared memory, from the instruction
/// that begins one until its thread has waited for it (cp.async.wait_group, cp.async.wait_all) or
/// the mbarrier at which it arrives has completed its phase. Other accesses to their bytes, by any
/// thread, are unfinished_copy findings (PTX ISA, "Asynchronous copy operations").
///
/// Once its thread has waited, a copy counts as a store by that thread at that time, so that
/// race_watch finds threads that have not synchronised with it since.
class element_flights {
 public:
  element_flights(std::size_t warps, std::uint64_t shared_bytes);

  void start();

  /// Lanes begin copies to these addresses, which are in bounds. Returns a number for them, not 0.
  std::uint32_t begin(const lane_context& context, const instruction& in, const access& target);

  /// Threads access this block's shared memory. Reports unfinished_copy.
  void access(lane_context& context, const instruction& in, const simt::access& access,
              const access_pattern& pattern);
  /// The same for adjacent bytes that the async proxy reads.
  void read(lane_context& context, const instruction& in, std::uint32_t lanes,
            std::uint64_t address, std::uint64_t bytes);

  /// Lanes of the warp make their copies arrive at an mbarrier: who waits for it knows them.
  void promise(lane_context& context, std::uint32_t lanes);
  /// The lane has waited for its copy of this number: note it, then settle() all that are noted.
  void note_wait(std::uint32_t number, unsigned lane);
  void settle(lane_context& context);
  /// The mbarrier of that copy has completed. Its own thread need not know.
  void land(std::uint32_t number, unsigned lane);
  /// The warp has synchronised in a way that may tell it of copies that have landed.
  void inform(std::uint32_t warp);

 private:
  static constexpr std::uint64_t word_bytes = 4, line_bytes = 128;

  /// One instruction's copies. Masks are of lanes.
  struct flight {
    simt::access target;
    std::uint32_t site = 0, warp = 0;
    std::uint32_t pending = 0;   // Not waited for, nor has the mbarrier completed.
    std::uint32_t promised = 0;  // Arrive at an mbarrier.
    std::uint32_t unseen = 0;    // Landed by an mbarrier; the warp has not waited for it.
    std::uint32_t waited = 0;    // note_wait()
  };
  struct conflict {
    std::uint32_t number = 0, lanes = 0;
    std::uint64_t address = 0;
  };

  bool any_in(std::uint64_t first, std::uint64_t bytes) const;
  void look_at(std::uint64_t word, const lane_context& context, unsigned lane, std::uint32_t lanes);
  void report(lane_context& context, const instruction& in, const char* what);
  void unmark(const flight& of, std::uint32_t number, std::uint32_t lanes);
  void drop_if_over(std::uint32_t number);
  template <class Visit>
  void for_each_word(const simt::access& target, unsigned lane, Visit&& visit);

  // Number and lane of the copy that last began to write to a word; 0: none.
  static std::uint32_t mark_of(std::uint32_t number, unsigned lane) { return number << 5 | lane; }

  std::vector<std::uint32_t> marks_;
  std::vector<std::uint8_t> marked_;  // Words with marks, by line.
  std::vector<flight> flights_;       // By number.
  std::vector<std::uint32_t> free_;
  std::vector<std::vector<std::uint32_t>> of_warp_;  // Their numbers.
  std::vector<std::uint32_t> unseen_of_warp_;        // How many have lanes in `unseen`.
  std::vector<std::uint32_t> noted_;
  std::vector<conflict> conflicts_;
  std::size_t in_flight_ = 0;
};

/// A lane's copy in a pending_copy: of the block of this rank. 0 is none.
struct element_copy {
  std::uint32_t rank = 0, number = 0;
  unsigned lane = 0;

  std::uint64_t pack() const {
    return std::uint64_t{rank} << 40 | std::uint64_t{number} << 5 | lane;
  }
  static element_copy unpack(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits >> 40),
            static_cast<std::uint32_t>(bits >> 5) & ((1u << 27) - 1),
            static_cast<unsigned>(bits & 31)};
  }
};

/// Threads of the warp have waited for copies that have ended since the last call.
void settle_copies(lane_context& context);
/// Mbarriers have completed that count copies: they have landed.
void land_element_copies(lane_context& context);

}  // namespace warpmark::simt
