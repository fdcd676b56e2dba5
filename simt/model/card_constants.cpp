#include "simt/model/card_constants.hpp"

namespace warpmark::model {

const std::vector<constant_field>& constant_fields() {
  using c = card_constants;
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
      {"l1_lines_per_cycle", &c::l1_lines_per_cycle}};
  return fields;
}

}  // namespace warpmark::model
