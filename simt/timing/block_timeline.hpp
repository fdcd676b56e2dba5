#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/execution/kernel_program.hpp"
#include "simt/memory/memory_access.hpp"
#include "simt/memory/warm_memory.hpp"
#include "simt/model/card_constants.hpp"
#include "simt/model/launch_work.hpp"
#include "simt/timing/instruction_timing.hpp"

namespace warpmark::simt {

/// The time that one block would take if it had its multiprocessor for itself. The compiler orders
/// the instructions of a stretch between loop ends and barriers so that loads go first: within a
/// stretch each issues as soon as what it reads is there, and a warp begins the next stretch when
/// all of the last have been issued. A barrier waits for its last warp. Latencies are the card's.
/// Throughputs that blocks share are not considered here.
class block_timeline {
 public:
  /// `l1_bytes_per_warp`: what of L1 is left for each resident warp.
  block_timeline(const kernel_program& program, const model::card_constants& card,
                 std::uint64_t l1_bytes_per_warp, const warm_memory& warm);

  void start(std::size_t warps);

  /// The warp issues an instruction; `active` lanes' guards hold.
  void issue(std::uint32_t warp, const instruction& in, std::uint32_t active);

  /// The instruction issued last accesses memory: `sectors` distinct ones or shared wavefronts.
  void access(const access& access, unsigned sectors_or_wavefronts);

  model::block_cost cost() const;

 private:
  using cycles = std::uint64_t;
  static constexpr std::size_t sectors_a_line = 4;

  struct cached_line {
    std::array<cycles, sectors_a_line> filled{};  ///< When each sector is there; 0: it is not.
  };
  struct warp_state {
    cycles begun = 0;            ///< The stretch at hand.
    cycles slots = 0;            ///< Issued since then.
    cycles memory_busy = 0;      ///< Of these, by memory instructions.
    cycles latest = 0;           ///< When the last of the stretch is issued.
    cycles guarded = 0;          ///< When it is known that what follows is executed at all.
    cycles stored = 0;           ///< The last store: no load passes it.
    std::vector<cycles> ready;   ///< By register.
    std::uint32_t waits_at = 0;  ///< The barrier's slot plus one; 0: at none.
    std::unordered_map<std::uint64_t, cached_line> lines;
    std::vector<std::uint64_t> order;  ///< Of the lines: a ring, first in first out.
    std::size_t oldest = 0;
  };
  struct sector_owner {
    std::uint32_t warp = 0;
    cycles filled = 0;
  };

  void follow_control(warp_state& state, const instruction& in, std::uint32_t active, cycles at);
  void end_stretch(warp_state& state);
  void leave_barrier(std::uint32_t warp);
  cycles load_sector(warp_state& state, std::uint64_t sector);
  cycles fetch(std::uint64_t sector);
  cached_line& line_of(warp_state& state, std::uint64_t line);
  void occupy_memory(warp_state& state, cycles busy);

  const kernel_program& program_;
  const model::card_constants& card_;
  const warm_memory& warm_;
  std::array<cycles, static_cast<std::size_t>(unit::count)> latency_{};
  std::size_t lines_a_warp_;
  std::vector<warp_state> warps_;
  std::unordered_map<std::uint64_t, sector_owner> fetched_;  // By sector.
  std::unordered_map<std::uint64_t, cycles> from_dram_;      // By piece that one miss brings.
  std::uint32_t warp_ = 0;                                   // Whose instruction was issued last,
  std::uint32_t site_ = 0;                                   // where,
  cycles issued_at_ = 0;                                     // and when.
  cycles last_global_load_ = 0;
  model::block_cost cost_;
};

}  // namespace warpmark::simt
