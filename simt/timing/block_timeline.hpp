#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simt/execution/kernel_program.hpp"
#include "simt/memory/memory_access.hpp"
#include "simt/memory/warm_memory.hpp"
#include "simt/model/card_constants.hpp"
#include "simt/model/launch_work.hpp"
#include "simt/timing/block_caches.hpp"
#include "simt/timing/event_graph.hpp"
#include "simt/timing/instruction_timing.hpp"
#include "simt/timing/load_order.hpp"
#include "simt/timing/moment.hpp"
#include "simt/timing/poll_history.hpp"
#include "simt/timing/stage_log.hpp"

namespace warpmark::simt {

/// The time that one block would take on an otherwise idle multiprocessor. The compiler orders the
/// instructions of a stretch between loop ends and barriers so that loads come first. Within a
/// stretch each instruction therefore issues as soon as its operands are ready, and a warp begins
/// the next stretch when all instructions of the last one have been issued. A barrier waits for its
/// last warp. Latencies are the card's. Throughputs that blocks share are not considered here.
///
/// A wait for an mbarrier ends when its phase is complete: with the last arrival, and when the bulk
/// copies that it counts are there. Polls that fail take no time: the warp continues as if the
/// first one had seen what the last one sees. What the block waits for outside is not known here;
/// graph() says where it does.
class block_timeline {
 public:
  block_timeline(const kernel_program& program, const model::card_constants& card,
                 int multiprocessors, const cache_share& shares, const warm_memory& warm,
                 bool all_in_l2 = false);

  /// Also follows the block as if other blocks had loaded all its memory into L2.
  void follow_in_l2();

  void start(std::size_t warps, std::uint32_t cluster_rank);

  /// The warp issues an instruction; `active` are the lanes whose guards hold, of those that are
  /// `together` at it.
  void issue(std::uint32_t warp, const instruction& in, std::uint32_t active,
             std::uint32_t together);

  /// The instruction issued last accesses memory: `sectors` distinct ones or shared wavefronts.
  void access(const access& access, unsigned sectors_or_wavefronts);

  /// The instruction issued last finds the lanes with each of so many values, of so many words of
  /// 32 bits.
  void match(unsigned values, unsigned words);

  /// An mbarrier of the block is initialised; a warp arrives at it; bulk copies of so many bytes of
  /// global memory that it counts begin; its phase completes.
  void begin_mbarrier(const std::byte* barrier);
  void arrive_at_mbarrier(const std::byte* barrier);
  void begin_copy(const std::byte* barrier, std::uint64_t address, std::uint64_t bytes);
  void complete_phase(const std::byte* barrier);
  /// The instruction issued last has asked for a phase: it is complete, or is asked for again.
  void pass_mbarrier(const std::byte* barrier);
  void fail_poll();

  /// The node of the graph for the last strong access.
  std::uint32_t accessed_node() const { return accessed_; }

  /// To be called once, at the block's end.
  model::block_cost take_cost();
  /// The same with all memory in L2, if it was followed.
  std::optional<model::block_cost> take_cost_in_l2();
  /// With the block's end as last node.
  event_graph graph() const;

 private:
  using cycles = std::uint64_t;
  /// The part of a warp's state that a failed poll must not change.
  struct progress {
    moment begun;            ///< Begin of the current stretch.
    cycles slots = 0;        ///< Issue slots used since then.
    cycles memory_busy = 0;  ///< Those of them used by memory instructions.
    std::array<double, static_cast<std::size_t>(unit::count)> unit_busy{};  ///< Cycles, by unit.
    moment latest;                   ///< When the last instruction of the stretch is issued.
    moment guarded;                  ///< When the guard of the following instructions is known.
    unsigned jumps = 0;              ///< Of the stretch, beside the one that ends it.
    std::uint64_t instructions = 0;  ///< Of the PTX.
    /// Of the machine code, by unit.
    std::array<std::uint64_t, static_cast<std::size_t>(unit::count)> issued{};
    double local_stores = 0, local_loads = 0;  ///< Words per lane,
    /// What it has stored, and loaded from local memory in L2, since its last node.
    memory_traffic since_node;
  };
  struct warp_state : progress {
    moment stored;              ///< The last store; loads are not moved before it.
    std::vector<moment> ready;  ///< By register.
    load_order loads;
    std::unordered_map<std::uint32_t, std::uint32_t> iterations;  ///< Of unrolled loops, by jump.
    std::size_t cluster_phases = 0;                               ///< At which it has arrived.
    bool waits_for_cluster = false;                               ///< For the last of them.
    std::uint32_t waits_at = 0;  ///< The barrier's slot plus one; 0: none.
    struct poll {
      progress at;             ///< After the first load was issued.
      moment arrival;          ///< Of its value.
      std::size_t stages = 0;  ///< Of the warp until then.
    };
    poll_history<poll> polls;
    bool polls_again = false;             ///< Its last strong load was one that it had done before.
    bool has_written = false;             ///< Since its last barrier.
    progress before_test;                 ///< The state before the last test of an mbarrier,
    std::size_t stages_before_test = 0;   ///< its stages
    cycles tested = 0;                    ///< until this time,
    std::uint32_t failed_test = no_site;  ///< and its site if that failed.
  };
  static constexpr std::uint32_t no_site = ~std::uint32_t{0};
  /// The stage of a warp that arrives at a barrier.
  struct arriving_stage {
    std::uint32_t warp = 0;
    std::size_t stage = 0;
  };
  struct mbarrier_state {
    std::vector<moment> arrivals;                  ///< Of the phase that is not complete,
    std::vector<arriving_stage> stages;            ///< and their stages.
    moment completed;                              ///< Of the last one that is,
    std::uint32_t join = model::warp_stage::none;  ///< and its join.
  };
  struct passing {
    moment at;
    arriving_stage stage;
  };
  struct cluster_phase {
    std::vector<passing> arrivals;
    std::optional<moment> completed;
    std::uint32_t join = model::warp_stage::none;  ///< If complete.
  };

  void follow_control(warp_state& state, const instruction& in, std::uint32_t active,
                      std::uint32_t together, const moment& at);
  bool is_within_unrolled(warp_state& state, std::uint32_t site, std::uint32_t active) const;
  void open_region(std::uint32_t warp, const moment& at);
  void end_stretch(warp_state& state);
  void leave_barrier(std::uint32_t warp);
  void arrive_at_cluster(warp_state& state);
  void wait_for_cluster(warp_state& state);
  void leave_cluster_barrier(std::uint32_t warp);
  moment load_sector(std::uint64_t sector);
  moment load_strong(warp_state& state, const simt::access& access);
  moment note_traffic(const moment& there, std::uint64_t missed, std::uint64_t fetched);
  cycles atomic_cycles(const simt::access& access);
  moment end_of(const warp_state& state) const;
  void access_shared(warp_state& state, const simt::access& access, unsigned wavefronts,
                     moment& there);
  void occupy_memory(warp_state& state, cycles busy);
  moment reload(std::uint32_t warp, std::uint32_t site, const moment& at);
  moment add_traffic(warp_state& state, std::uint32_t warp, std::uint32_t site, const moment& at,
                     bool awaits_stores = false);
  cycles access_local(warp_state& state, double loaded_words, double stored_words);

  const kernel_program& program_;
  const model::card_constants& card_;
  const warm_memory& warm_;
  std::unique_ptr<block_timeline> in_l2_;
  int multiprocessors_;
  std::uint32_t cluster_rank_ = 0;
  std::array<cycles, static_cast<std::size_t>(unit::count)> latency_{};
  // Between two instructions of a warp that the unit of its scheduler executes; 0: one slot.
  std::array<double, static_cast<std::size_t>(unit::count)> unit_cycles_{};
  cycles jump_cycles_ = 0;
  cycles guard_delay_ = 0;  ///< Of a guard after it can be an operand.
  cache_share shares_;
  block_caches caches_;
  std::vector<warp_state> warps_;
  // The warp of the last issued instruction,
  std::uint32_t warp_ = 0;
  std::uint32_t site_ = 0;  // its site,
  bool strong_ = false;     // whether it synchronises,
  moment issued_at_;        // and its issue time.
  std::unordered_map<const std::byte*, mbarrier_state> mbarriers_;
  std::unordered_map<std::uint32_t, std::vector<passing>> arrived_;  // By barrier, without waiting.
  std::vector<cluster_phase> cluster_phases_;
  event_graph graph_;
  std::uint32_t accessed_ = 0;
  stage_log stages_;
  cycles last_global_load_ = 0;
  model::block_cost cost_;
};

}  // namespace warpmark::simt
