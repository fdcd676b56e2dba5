#pragma once

#include <cstdint>
#include <exception>
#include <vector>

#include "simt/counters.hpp"
#include "simt/execution/block.hpp"
#include "simt/finding.hpp"
#include "simt/memory/atomic_depths.hpp"
#include "simt/memory/partial_stores.hpp"

namespace warpmark::simt {

/// The results of a launch other than memory.
struct launch_result {
  counter_set counters;
  std::vector<counter_set> site_counters;  ///< By instruction, if requested.
  atomic_depths atomics;
  partial_store_log partial_stores;  ///< If launch_state::partial_stores.
  std::vector<finding> findings;
  std::string printed;       ///< The printf output, block by block.
  std::exception_ptr error;  ///< device_error: deadlock, trap, step limit.
  /// Blocks of different host threads accessed the same memory: only a run of the blocks in order
  /// has a result that does not depend on the threads.
  bool is_disputed = false;
  /// The blocks of the grid per block that ran: 1 unless launch_state::sample. The counters are
  /// those of the blocks that ran.
  double blocks_per_sampled = 1;
  counter_set counters_of_all;         ///< Of the grid, estimated from them.
  double sampled_after_half = 1;       ///< Blocks that ran per block of the first half of them, …
  atomic_depths atomics_of_half = {};  ///< … whose atomics these are.
};

/// Runs all blocks of a launch. Blocks that cannot communicate are distributed over `host_threads`;
/// others run in order, up to `resident` of them at a time when they wait for each other. So do all
/// blocks if races between blocks are watched, unless launch_state::in_parallel. With a random
/// schedule, all blocks may run at once. The result does not depend on `host_threads` unless it is
/// disputed.
launch_result run_launch(const launch_state& launch, unsigned host_threads, std::uint64_t resident);

}  // namespace warpmark::simt
