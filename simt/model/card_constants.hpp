#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpmark::model {

/// The constants of match are measured with as many different values, of 32 bits.
inline constexpr double values_of_a_match = 32;

/// The constants of the time model for one card. Cycles are those of the SM clock; "per cycle" is
/// per multiprocessor; all else is per card. docs/model.md describes the use of each.
struct card_constants {
  double sm_clock_hz = 0;

  // Launching
  double launch_floor_ns = 0;  ///< One empty kernel between two events, code and data not cached.
  double launch_next_ns = 0;   ///< Cost of each further kernel of the same execution.
  double fill_next_ns = 0;     ///< Cost of a fill of one word.
  double code_fetch_ns_per_kib = 0;  ///< For code that first runs after an L2 flush.
  double block_launch_ns = 0;        ///< Cost of each block of a large grid.
  double block_turnover_ns = 0;      ///< From a block's end to its successor's beginning.
  double warp_launch_ns = 0;         ///< Cost of each warp in a grid of large blocks.
  double kernel_body_ns = 0;  ///< What a kernel that stores a word takes beyond an empty one.
  /// How much later than by its latency the first load after a flush of L2 returns.
  double first_load_ns = 0;
  double dependent_next_ns = 0;   ///< As launch_next_ns, of a kernel that may start before the end.
  double dependent_block_ns = 0;  ///< Cost of griddepcontrol per block of a large grid.

  // Bandwidth
  double dram_read_bytes_per_s = 0;
  double dram_write_bytes_per_s = 0;
  double dram_copy_bytes_per_s = 0;  ///< Bytes read plus bytes written.
  double dram_partial_store_ns = 0;  ///< What a sector takes longer that is stored in part.
  double l2_read_bytes_per_s = 0;
  double l2_write_bytes_per_s = 0;
  double l2_dirty_bytes = 0;    ///< Stored bytes that L2 holds before it writes some to DRAM.
  double dram_fetch_bytes = 0;  ///< Bytes that one L2 miss fetches: 32, 64 or 128.
  double l2_bytes = 0;
  double l1_bytes = 0;  ///< Shared memory per multiprocessor; L1 follows from the architecture.

  // Atomics in L2
  double global_atomic_same_address_ns = 0;  ///< One lane per warp, all to one address.
  double global_atomic_same_lane_ns = 0;     ///< Per lane, if all lanes of a warp use one address.
  double global_atomic_integer_lane_ns = 0;  ///< The same, of a 32-bit integer that is returned.
  double atomic_slice_bytes = 0;             ///< Neighbouring addresses that one unit of L2 serves.
  double global_atomic_sector_ns = 0;        ///< Per sector of eight distinct addresses.

  // Latency of one dependent operation
  double integer_latency_cycles = 0;
  double logic_latency_cycles = 0;  ///< Of a minimum or maximum, and of comparisons and logic.
  double float32_latency_cycles = 0;
  double float64_latency_cycles = 0;
  double conversion_latency_cycles = 0;
  double special_latency_cycles = 0;
  double shuffle_latency_cycles = 0;
  double match_latency_cycles = 0;  ///< match.any of 32 different values.
  double shared_latency_cycles = 0;
  double l1_latency_cycles = 0;
  double l2_latency_cycles = 0;
  double dram_latency_cycles = 0;
  double l2_latency_spread_cycles = 0;    ///< Of lines in L2: at most so much from the mean.
  double dram_latency_spread_cycles = 0;  ///< Of lines in memory: the mean beyond the least.
  double global_atomic_latency_cycles = 0;
  double fence_latency_cycles = 0;             ///< A fence between blocks, of one store.
  double polled_store_cycles = 0;              ///< A store to a line that other blocks poll.
  double guard_latency_cycles = 0;             ///< From a comparison to what its result guards.
  double jump_latency_cycles = 0;              ///< From a jump to the instruction after it.
  double barrier_latency_cycles = 0;           ///< A barrier of one warp.
  double barrier_per_warp_cycles = 0;          ///< Cost of each further warp of the block.
  double cluster_latency_cycles = 0;           ///< A load from the shared memory of another block.
  double cluster_barrier_latency_cycles = 0;   ///< A barrier of clusters of blocks of one warp.
  double cluster_barrier_per_warp_cycles = 0;  ///< Cost of each further warp of the blocks.

  // Throughput of one multiprocessor: warp instructions, wavefronts or sectors per cycle
  double issue_per_cycle = 0;
  double integer_per_cycle = 0;
  double logic_per_cycle = 0;
  double float32_per_cycle = 0;
  double float64_per_cycle = 0;
  double conversion_per_cycle = 0;
  double special_per_cycle = 0;
  double shuffle_per_cycle = 0;
  double match_per_cycle = 0;
  double shared_wavefronts_per_cycle = 0;
  double shared_atomic_wavefronts_per_cycle = 0;
  double cluster_sectors_per_cycle = 0;         ///< Shared memory of other blocks: 32 bytes.
  double cluster_atomic_sectors_per_cycle = 0;  ///< Those of atomics.
  double l1_sectors_per_cycle = 0;              ///< Neighbouring lanes in neighbouring sectors.
  double l1_lines_per_cycle = 0;                ///< Each lane in a different cache line.
};

/// A constant's key in card files (with its unit as suffix) and its member.
struct constant_field {
  std::string_view key;
  double card_constants::*member;
  bool may_be_zero = false;  ///< An increment to another cost, which may be zero.
  /// For files of programs that did not know the constant: its value from those before it in
  /// constant_fields(). Null: such a file is refused.
  double (*derived)(const card_constants&) = nullptr;
  std::string_view derivation = {};  ///< Why; the source of the derived value.
};

/// All constants, in the order of card files. Derived ones are at the end.
const std::vector<constant_field>& constant_fields();

}  // namespace warpmark::model
