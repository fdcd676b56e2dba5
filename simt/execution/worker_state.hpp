#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "simt/counters.hpp"
#include "simt/execution/launch_state.hpp"
#include "simt/execution/print_log.hpp"
#include "simt/finding_log.hpp"
#include "simt/memory/access_footprint.hpp"
#include "simt/memory/access_history.hpp"
#include "simt/memory/access_pattern.hpp"
#include "simt/memory/atomic_depths.hpp"
#include "simt/memory/partial_stores.hpp"

namespace warpmark::simt {

/// Counters, findings and output of one host thread.
struct worker_state {
  explicit worker_state(const launch_state& launch);
  site_counters counters;
  finding_log findings;
  print_log prints;
  atomic_depths atomics;
  partial_store_log partial_stores;
  /// Takes a cluster that has not started: see lane_context.
  std::function<std::optional<std::uint64_t>()> cancel;
  std::mt19937_64 random;          ///< For a random schedule, with which there is one such thread.
  bool takes_short_turns = false;  ///< Warps run for a few instructions each, then other blocks do.
  std::uint64_t longest_warp = 0;  ///< Instructions of the warp that issued the most.
  std::vector<const allocation*> cached;  ///< By site: the allocation that it last touched.
  std::vector<std::unique_ptr<access_pattern>> patterns;  ///< Two per site, made when needed.
  std::unique_ptr<access_history> history;      ///< Only if races between blocks are checked.
  std::unique_ptr<access_footprint> footprint;  ///< Only if launch_state::in_parallel.
};

}  // namespace warpmark::simt
