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

/// The time that one block would take on an otherwise idle multiprocessor. The compiler orders the
/// instructions of a stretch between loop ends and barriers so that loads come first. Within a
/// stretch each instruction therefore issues as soon as its operands are ready, and a warp begins
/// the next stretch when all instructions of the last one have been issued. A barrier waits for its
/// last warp. Latencies are the card's. Throughputs that blocks share are not considered here.
class block_timeline {
 public:
  /// `l1_bytes_per_warp`: the share of L1 of each resident warp.
  block_timeline(const kernel_program& program, const model::card_constants& card,
                 std::uint64_t l1_bytes_per_warp, const warm_memory& warm);

  void start(std::size_t warps);

  /// The warp issues an instruction; `active` are the lanes whose guards hold.
  void issue(std::uint32_t warp, const instruction& in, std::uint32_t active);

  /// The instruction issued last accesses memory: `sectors` distinct ones or shared wavefronts.
  void access(const access& access, unsigned sectors_or_wavefronts);

  model::block_cost cost() const;

 private:
  using cycles = std::uint64_t;
  static constexpr std::size_t sectors_a_line = 4;

  struct cached_line {
    std::array<cycles, sectors_a_line> filled{};  ///< When each sector arrives; 0: not present.
  };
  struct warp_state {
    cycles begun = 0;  ///< Begin of the current stretch.
    cycles slots = 0;  ///< Issue slots used since then.
    std::uint64_t instructions = 0;
    cycles memory_busy = 0;      ///< Those of them used by memory instructions.
    cycles latest = 0;           ///< When the last instruction of the stretch is issued.
    cycles guarded = 0;          ///< When the guard of the following instructions is known.
    cycles stored = 0;           ///< The last store; loads are not moved before it.
    std::vector<cycles> ready;   ///< By register.
    std::uint32_t waits_at = 0;  ///< The barrier's slot plus one; 0: none.
    std::unordered_map<std::uint64_t, cached_line> lines;
    std::vector<std::uint64_t> order;  ///< Replacement order of the lines: a FIFO ring.
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
  // By the aligned piece that one miss fetches.
  std::unordered_map<std::uint64_t, cycles> from_dram_;
  // The warp of the last issued instruction,
  std::uint32_t warp_ = 0;
  std::uint32_t site_ = 0;  // its site
  cycles issued_at_ = 0;    // and its issue time.
  cycles last_global_load_ = 0;
  model::block_cost cost_;
};

}  // namespace warpmark::simt
