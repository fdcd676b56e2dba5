#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "simt/model/block_stages.hpp"

namespace warpmark::model {

/// The cost of one block of a launch on an otherwise idle multiprocessor.
struct block_cost {
  double path_cycles = 0;                       ///< Until its last warp ends.
  double drain_cycles = 0;                      ///< After its last global load.
  std::uint64_t instructions = 0;               ///< Warp instructions of the PTX.
  std::uint64_t longest_warp_instructions = 0;  ///< Of its longest warp.
  std::array<std::uint64_t, static_cast<std::size_t>(unit::count)> issued{};  ///< By unit.
  std::uint64_t matched_words = 0;         ///< By match: of each value, of 32 bits each.
  std::uint64_t loaded_sectors = 0;        ///< Of global memory.
  std::uint64_t loaded_wavefronts = 0;     ///< Of their requests in L1.
  std::uint64_t missed_sectors = 0;        ///< Those that L1 does not have.
  std::uint64_t fetched_sectors = 0;       ///< Those in memory that L2 does not hold.
  std::uint64_t stored_sectors = 0;        ///< Of global memory,
  std::uint64_t stored_pairs = 0;          ///< and the aligned pairs of them in each request.
  std::uint64_t refetched_sectors = 0;     ///< Stored by the block, loaded when L2 had lost them.
  std::uint64_t local_wavefronts = 0;      ///< Of local memory, in L1,
  std::uint64_t local_loaded_sectors = 0;  ///< and in L2, which L1 does not hold.
  std::uint64_t local_stored_sectors = 0;
  std::uint64_t shared_wavefronts = 0;         ///< Of loads and stores,
  std::uint64_t cluster_sectors = 0;           ///< and their sectors in other blocks' memory.
  std::uint64_t shared_atomic_wavefronts = 0;  ///< Of atomics,
  std::uint64_t cluster_atomic_sectors = 0;    ///< and their requests for sectors of other blocks.
  block_stages stages;                         ///< Where its warps wait.
  double executed = 1;  ///< The part of it that a block of the launch executes.
};

/// The counted work of a launch, and the distribution of its blocks over the card.
struct launch_work {
  std::uint64_t blocks = 0;
  std::uint64_t warps_a_block = 0;
  std::uint64_t resident_blocks = 1;  ///< Per multiprocessor.
  std::uint64_t warp_instructions = 0;
  std::uint64_t longest_warp_instructions = 0;  ///< 0: not known.
  std::uint64_t shared_wavefronts = 0;          ///< Of loads and stores.
  std::uint64_t shared_atomic_wavefronts = 0;
  std::uint64_t global_load_sectors = 0;
  std::uint64_t global_store_sectors = 0;
  std::uint64_t global_atomic_sectors = 0;
  std::uint64_t hottest_atomic_lanes = 0;     ///< In the L2 slice with the most of them.
  std::uint64_t hottest_atomic_requests = 0;  ///< In the L2 slice with the most lanes.
  std::uint64_t hottest_integer_lanes = 0;    ///< Those beyond one per request that L2 combines.
  /// Of operations that are not of integers, in the sector with the most of them.
  std::uint64_t deepest_float_lanes = 0;
  std::uint64_t cold_code_bytes = 0;  ///< Machine code that has not run before.
  std::uint64_t cold_sectors = 0;     ///< In memory that L2 does not hold.
  std::uint64_t cold_load_sectors = 0;
  /// Sectors of which L2 has but a part when it writes them, and those that DRAM reads as it
  /// streams.
  std::uint64_t partial_stores = 0;
  std::uint64_t partial_stores_of_lines = 0;
  bool may_overlap = false;          ///< Launched as a programmatic dependent of its predecessor.
  bool controls_dependents = false;  ///< Its blocks execute griddepcontrol.
  block_cost block;                  ///< Of one of the blocks.
  double slower_cycles = 0;          ///< By which the path of the slowest block is longer.
  /// From the start of the first block to the end of the last one, with their waits for each other;
  /// 0: they do not wait.
  double waiting_ns = 0;
  /// Of that, what they take longer because they share L2 and memory.
  double shared_memory_ns = 0;
  /// What the last block does beyond the followed one, if blocks wait for each other: after all
  /// others.
  double finish_ns = 0;
  /// The term of that name, if it is known without the block's stages.
  std::optional<double> contention_ns;
};

}  // namespace warpmark::model
