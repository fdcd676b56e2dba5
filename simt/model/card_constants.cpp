#include "simt/model/card_constants.hpp"

#include <algorithm>

namespace warpmark::model {
namespace {

using c = card_constants;

// The factors are those between constants that were measured on an NVIDIA H100 80GB HBM3
// (simt/cards/nvidia_h100_80gb_hbm3.json).

// Code and parameters, and the acknowledgement of the last stores, go through L2: an empty kernel
// has none of them.
double body_ns(const c& card) { return 1.6 * card.l2_latency_cycles / card.sm_clock_hz * 1e9; }

// Translations of addresses come from memory, for all multiprocessors at once.
double first_load_ns(const c& card) {
  return 0.6 * card.dram_latency_cycles / card.sm_clock_hz * 1e9;
}

double dependent_next_ns(const c& card) { return 0.36 * card.launch_next_ns; }

// A second message between a block and the unit that launches blocks.
double dependent_block_ns(const c& card) { return card.block_launch_ns; }

// Also on a GB10: Lam, Analyzing Nvidia GB10's GPU, Chips and Cheese, 2026.
double l2_write_bytes_per_s(const c& card) { return card.l2_read_bytes_per_s / 2; }

double l2_dirty_bytes(const c& card) { return 0.14 * card.l2_bytes; }

// DRAM reads and writes single sectors, where no others follow. Measured on an NVIDIA H200.
double partial_store_ns(const c& card) { return 6.5 * 32 / card.dram_read_bytes_per_s * 1e9; }

// L2 serves lanes with one address like requests.
double integer_lane_ns(const c& card) { return card.global_atomic_same_address_ns; }

// One of the two pipes that execute additions.
double logic_latency_cycles(const c& card) { return 0.82 * card.integer_latency_cycles; }
double logic_per_cycle(const c& card) { return std::min(2.0, card.integer_per_cycle); }

double match_latency_cycles(const c&) { return 369; }
double match_per_cycle(const c&) { return 1.0 / 64; }
double shared_atomic_per_cycle(const c& card) { return card.shared_wavefronts_per_cycle; }

// A store's way to L2 and back, and the same again for the fence.
double fence_latency_cycles(const c& card) { return 2.4 * card.l2_latency_cycles; }

double l2_latency_spread_cycles(const c& card) { return 0.12 * card.l2_latency_cycles; }
double dram_latency_spread_cycles(const c& card) { return 0.17 * card.dram_latency_cycles; }

double polled_store_cycles(const c& card) { return 0.34 * card.l2_latency_cycles; }

// ptxas waits as many cycles between a comparison and what it guards from compute capability 8.0 to
// 12.0, and 12 on 7.5.
double guard_latency_cycles(const c&) { return 13; }
double jump_latency_cycles(const c&) { return 10; }

double cluster_latency_cycles(const c&) { return 191; }
double cluster_barrier_cycles(const c&) { return 748; }
double cluster_barrier_per_warp_cycles(const c&) { return 17.6; }
double cluster_sectors_per_cycle(const c&) { return 0.533; }
double cluster_atomic_sectors_per_cycle(const c&) { return 0.296; }

}  // namespace

const std::vector<constant_field>& constant_fields() {
  static const std::vector<constant_field> fields = {
      {"sm_clock_hz", &c::sm_clock_hz},
      {"launch_floor_ns", &c::launch_floor_ns},
      {"launch_next_ns", &c::launch_next_ns},
      {"fill_next_ns", &c::fill_next_ns},
      {"code_fetch_ns_per_kib", &c::code_fetch_ns_per_kib, true},
      {"block_launch_ns", &c::block_launch_ns},
      {"block_turnover_ns", &c::block_turnover_ns, true},
      {"warp_launch_ns", &c::warp_launch_ns},
      {"dram_read_bytes_per_s", &c::dram_read_bytes_per_s},
      {"dram_write_bytes_per_s", &c::dram_write_bytes_per_s},
      {"dram_copy_bytes_per_s", &c::dram_copy_bytes_per_s},
      {"l2_read_bytes_per_s", &c::l2_read_bytes_per_s},
      {"dram_fetch_bytes", &c::dram_fetch_bytes},
      {"l2_bytes", &c::l2_bytes},
      {"l1_bytes", &c::l1_bytes},
      {"global_atomic_same_address_ns", &c::global_atomic_same_address_ns},
      {"global_atomic_same_lane_ns", &c::global_atomic_same_lane_ns},
      {"atomic_slice_bytes", &c::atomic_slice_bytes},
      {"global_atomic_sector_ns", &c::global_atomic_sector_ns},
      {"integer_latency_cycles", &c::integer_latency_cycles},
      {"float32_latency_cycles", &c::float32_latency_cycles},
      {"float64_latency_cycles", &c::float64_latency_cycles},
      {"conversion_latency_cycles", &c::conversion_latency_cycles},
      {"special_latency_cycles", &c::special_latency_cycles},
      {"shuffle_latency_cycles", &c::shuffle_latency_cycles},
      {"shared_latency_cycles", &c::shared_latency_cycles},
      {"l1_latency_cycles", &c::l1_latency_cycles},
      {"l2_latency_cycles", &c::l2_latency_cycles},
      {"dram_latency_cycles", &c::dram_latency_cycles},
      {"global_atomic_latency_cycles", &c::global_atomic_latency_cycles},
      {"barrier_latency_cycles", &c::barrier_latency_cycles},
      {"barrier_per_warp_cycles", &c::barrier_per_warp_cycles},
      {"issue_per_cycle", &c::issue_per_cycle},
      {"integer_per_cycle", &c::integer_per_cycle},
      {"float32_per_cycle", &c::float32_per_cycle},
      {"float64_per_cycle", &c::float64_per_cycle},
      {"conversion_per_cycle", &c::conversion_per_cycle},
      {"special_per_cycle", &c::special_per_cycle},
      {"shuffle_per_cycle", &c::shuffle_per_cycle},
      {"shared_wavefronts_per_cycle", &c::shared_wavefronts_per_cycle},
      {"l1_sectors_per_cycle", &c::l1_sectors_per_cycle},
      {"l1_lines_per_cycle", &c::l1_lines_per_cycle},
      {"kernel_body_ns", &c::kernel_body_ns, true, body_ns,
       "estimated: 1.6 times l2_latency_cycles, as on an NVIDIA H100"},
      {"first_load_ns", &c::first_load_ns, true, first_load_ns,
       "estimated: 0.6 of dram_latency_cycles, as on an NVIDIA H100"},
      {"dependent_next_ns", &c::dependent_next_ns, false, dependent_next_ns,
       "estimated: 0.36 of launch_next_ns, as on an NVIDIA H100"},
      {"dependent_block_ns", &c::dependent_block_ns, true, dependent_block_ns,
       "estimated: block_launch_ns, as on an NVIDIA H100"},
      {"l2_write_bytes_per_s", &c::l2_write_bytes_per_s, false, l2_write_bytes_per_s,
       "estimated: half of l2_read_bytes_per_s, as on an NVIDIA H100 and a GB10 (Lam, Analyzing "
       "Nvidia GB10's GPU, 2026)"},
      {"l2_dirty_bytes", &c::l2_dirty_bytes, true, l2_dirty_bytes,
       "estimated: 0.14 of l2_bytes, as on an NVIDIA H100"},
      {"dram_partial_store_ns", &c::dram_partial_store_ns, true, partial_store_ns,
       "estimated: as long as 6.5 sectors at dram_read_bytes_per_s, as on an NVIDIA H200"},
      {"global_atomic_integer_lane_ns", &c::global_atomic_integer_lane_ns, true, integer_lane_ns,
       "estimated: global_atomic_same_address_ns, as on an NVIDIA H100"},
      {"logic_latency_cycles", &c::logic_latency_cycles, false, logic_latency_cycles,
       "estimated: 0.82 of integer_latency_cycles, as on an NVIDIA H100"},
      {"logic_per_cycle", &c::logic_per_cycle, false, logic_per_cycle,
       "data sheet: CUDA C++ Programming Guide, throughput of native arithmetic instructions: 64 "
       "comparisons, minima, maxima or logical operations per cycle"},
      {"match_latency_cycles", &c::match_latency_cycles, false, match_latency_cycles,
       "estimated: as measured on an NVIDIA H100"},
      {"match_per_cycle", &c::match_per_cycle, false, match_per_cycle,
       "estimated: as measured on an NVIDIA H100"},
      {"shared_atomic_wavefronts_per_cycle", &c::shared_atomic_wavefronts_per_cycle, false,
       shared_atomic_per_cycle, "estimated: shared_wavefronts_per_cycle, as on an NVIDIA H100"},
      {"fence_latency_cycles", &c::fence_latency_cycles, false, fence_latency_cycles,
       "estimated: 2.4 times l2_latency_cycles, as on an NVIDIA H100"},
      {"l2_latency_spread_cycles", &c::l2_latency_spread_cycles, true, l2_latency_spread_cycles,
       "estimated: 0.12 of l2_latency_cycles, as on an NVIDIA H100"},
      {"dram_latency_spread_cycles", &c::dram_latency_spread_cycles, true,
       dram_latency_spread_cycles, "estimated: 0.17 of dram_latency_cycles, as on an NVIDIA H100"},
      {"polled_store_cycles", &c::polled_store_cycles, true, polled_store_cycles,
       "estimated: 0.34 of l2_latency_cycles, as on an NVIDIA H100"},
      {"guard_latency_cycles", &c::guard_latency_cycles, false, guard_latency_cycles,
       "estimated: as measured on an NVIDIA H100, and as ptxas waits from compute capability 8.0 "
       "on"},
      {"jump_latency_cycles", &c::jump_latency_cycles, false, jump_latency_cycles,
       "estimated: as measured on an NVIDIA H100"},
      {"cluster_latency_cycles", &c::cluster_latency_cycles, false, cluster_latency_cycles,
       "estimated: as measured on an NVIDIA H100"},
      {"cluster_barrier_latency_cycles", &c::cluster_barrier_latency_cycles, false,
       cluster_barrier_cycles, "estimated: as measured on an NVIDIA H100"},
      {"cluster_barrier_per_warp_cycles", &c::cluster_barrier_per_warp_cycles, true,
       cluster_barrier_per_warp_cycles, "estimated: as measured on an NVIDIA H100"},
      {"cluster_sectors_per_cycle", &c::cluster_sectors_per_cycle, false, cluster_sectors_per_cycle,
       "estimated: as measured on an NVIDIA H100"},
      {"cluster_atomic_sectors_per_cycle", &c::cluster_atomic_sectors_per_cycle, false,
       cluster_atomic_sectors_per_cycle, "estimated: as measured on an NVIDIA H100"}};
  return fields;
}

}  // namespace warpmark::model
