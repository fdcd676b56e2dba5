#include "simt/model/card_constants.hpp"

namespace warpmark::model {
namespace {

using c = card_constants;

// An empty kernel has one line of code, no parameters and no stores. Fetching the code and the
// parameters, and the acknowledgement of the last stores, are a round trip to L2 each.
double body_ns(const c& card) { return 3 * card.l2_latency_cycles / card.sm_clock_hz * 1e9; }

// 0.54 us against 1.73 us on an NVIDIA H100 80GB HBM3.
double dependent_next_ns(const c& card) { return card.launch_next_ns * 0.31; }

// A second message between a block and the unit that launches blocks.
double dependent_block_ns(const c& card) { return card.block_launch_ns; }

// Lam, Analyzing Nvidia GB10's GPU, Chips and Cheese, 2026: L2 takes writes at half its rate.
double l2_write_bytes_per_s(const c& card) { return card.l2_read_bytes_per_s / 2; }

// Finn, What happens when a GPU writes memory, 2026: a set of 16 lines writes back when eight are
// dirty. Each half of an L2 of two partitions holds what its multiprocessors use.
double l2_dirty_bytes(const c& card) { return card.l2_bytes / 4; }

// One request per unit of L2 and cycle, whether one lane or all of a warp add to one cell.
double integer_lane_ns(const c&) { return 0; }

double match_latency_cycles(const c& card) { return card.shuffle_latency_cycles; }
double match_per_cycle(const c& card) { return card.shuffle_per_cycle; }
double shared_atomic_per_cycle(const c& card) { return card.shared_wavefronts_per_cycle; }

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
       "estimated: three times l2_latency_cycles: code, parameters, acknowledgement of stores"},
      {"dependent_next_ns", &c::dependent_next_ns, false, dependent_next_ns,
       "estimated: 0.31 of launch_next_ns, as on an NVIDIA H100"},
      {"dependent_block_ns", &c::dependent_block_ns, true, dependent_block_ns,
       "estimated: block_launch_ns, a second message per block"},
      {"l2_write_bytes_per_s", &c::l2_write_bytes_per_s, false, l2_write_bytes_per_s,
       "estimated: half of l2_read_bytes_per_s (Lam, Analyzing Nvidia GB10's GPU, 2026)"},
      {"l2_dirty_bytes", &c::l2_dirty_bytes, true, l2_dirty_bytes,
       "estimated: a quarter of l2_bytes (half of the ways: Finn, What happens when a GPU writes "
       "memory, 2026; two partitions)"},
      {"global_atomic_integer_lane_ns", &c::global_atomic_integer_lane_ns, true, integer_lane_ns,
       "estimated: nothing; L2 serves all lanes of a request at once"},
      {"match_latency_cycles", &c::match_latency_cycles, false, match_latency_cycles,
       "estimated: shuffle_latency_cycles, a lower bound"},
      {"match_per_cycle", &c::match_per_cycle, false, match_per_cycle,
       "estimated: shuffle_per_cycle, an upper bound"},
      {"shared_atomic_wavefronts_per_cycle", &c::shared_atomic_wavefronts_per_cycle, false,
       shared_atomic_per_cycle, "estimated: shared_wavefronts_per_cycle, an upper bound"}};
  return fields;
}

}  // namespace warpmark::model
