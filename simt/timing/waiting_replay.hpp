#pragma once

#include <array>
#include <cstdint>

#include "simt/model/card_constants.hpp"
#include "simt/timing/block_graphs.hpp"
#include "simt/timing/communication_log.hpp"

namespace warpmark::simt {

/// What a replay is given of a launch.
struct replayed_launch {
  std::uint64_t blocks = 0;
  std::uint64_t resident_blocks = 1;  ///< On the card at once.
  double start_interval_ns = 0;       ///< Between the starts of two blocks.
  followed_graphs followed;
  /// What the launch's traffic takes altogether, in ns: what it loads from memory and from L2, and
  /// what it stores there.
  double dram_load_ns = 0, l2_load_ns = 0, dram_store_ns = 0, l2_store_ns = 0;
};

/// The time of a launch in ns, from the start of its first block to the end of its last one; 0 if
/// there is too much to replay.
struct replayed_time {
  double ns = 0;
  double idle_memory_ns = 0;  ///< What it would be if the launch's traffic took no time.
};

/// The time of a launch whose blocks wait for each other. Blocks start in their order, each
/// when one before it leaves its slot. Each follows its graph (block_graphs). An access also waits
/// for the writes that the log has for it:
///
/// * A write is visible half a round trip to L2 after its issue. A poll sees it a round trip later,
///   on average: half of one until the next poll reaches L2, half of one back.
/// * A read waits for the earliest version, after the one that its last failed poll saw, that let
///   any poll pass.
/// * Where a block wrote a word twice and nobody read the first version, the interpreter was too
///   quick for it. Of several such words the reader needs the last version of one, and any version
///   of those nearer to its own block: a look-back. If only first versions are there, it goes on to
///   the words that the farthest block's own read names.
/// * Stores to one line that is read take turns, as they arrive. Every read of the line waits for
///   those before it.
/// * Loads of all blocks share L2 and memory, in the order of their issue (turns, memory_channels).
/// * Atomics on one word take turns as they arrive; the one that draws the last ticket comes after
///   all others have arrived (last_tickets).
replayed_time replay_waits(const communication_log& log, const replayed_launch& launch,
                           const model::card_constants& card);

}  // namespace warpmark::simt
