#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simt/checks.hpp"
#include "simt/execution/block_barriers.hpp"
#include "simt/execution/branch_trace.hpp"
#include "simt/execution/kernel_program.hpp"
#include "simt/execution/lane_context.hpp"
#include "simt/execution/launch_dependency.hpp"
#include "simt/execution/launch_state.hpp"
#include "simt/execution/print_log.hpp"
#include "simt/execution/warp.hpp"
#include "simt/execution/warp_groups.hpp"
#include "simt/execution/worker_state.hpp"
#include "simt/finding_log.hpp"
#include "simt/memory/access_watch.hpp"
#include "simt/memory/copy_flights.hpp"
#include "simt/memory/element_flights.hpp"
#include "simt/memory/proxy_watch.hpp"

namespace warpmark::simt {

class progress_watch;

/// Why run() of a block returned.
enum class block_end : std::uint8_t { finished, spinning, interrupted };

/// One block: its warps, registers, shared and local memory. It can be started repeatedly.
class block {
 public:
  block(const launch_state& launch, worker_state& worker, progress_watch& progress);

  void start(std::uint64_t linear_index, block_cluster& cluster, std::uint32_t rank);

  /// Runs until the block is done, or until all warps that can run only poll, or have had a short
  /// turn. Throws deadlock_error, step_limit_error, or device_error for a trap.
  block_end run();

  /// Whether memory changed, or any warp left or passed a barrier, in the last run().
  bool progressed() const { return progressed_; }
  bool break_joins();
  std::string waiting_warps() const;
  /// Describes the places of the first two of them, starting at this warp.
  std::vector<conflicting_access> waiting_places(std::uint32_t first_warp = 0) const;
  std::uint64_t index() const { return context_.block; }
  std::uint64_t steps() const { return context_.steps; }

  /// Notes the branches back of each warp from now on, or no longer.
  void trace_branches(bool on);
  /// Empty if branches are not noted.
  const branch_trace& trace_of(std::uint32_t warp) const;

  /// Lanes of a warp that can run.
  struct ready_split {
    std::uint32_t warp, pc, lanes;
    const std::byte* registers;
    const branch_trace* trace;
    std::uint64_t issued;  ///< Warp instructions of the warp so far.
  };
  void for_each_ready(const std::function<void(const ready_split&)>& visit) const;
  std::size_t unfinished_warps() const;

 private:
  bool run_warp(std::uint32_t index);
  void choose_counters();
  void require_within_limits(std::uint32_t warp);

  const launch_state& launch_;
  worker_state& worker_;
  progress_watch& progress_;
  lane_context context_;
  std::vector<warp> warps_;
  block_barriers barriers_;
  dependency_watch dependency_;
  warp_groups groups_;
  std::optional<block_partial_stores> partial_stores_;
  std::unique_ptr<access_watch> watch_;
  std::unique_ptr<proxy_watch> proxy_;
  std::unique_ptr<copy_flights> flights_;
  std::unique_ptr<element_flights> elements_;
  std::vector<std::byte> registers_, shared_, local_;
  std::vector<char> done_;
  std::vector<std::uint64_t> issued_;  // Instructions, by warp.
  std::vector<branch_trace> traces_;   // By warp; empty if branches are not noted.
  bool progressed_ = false;
  std::uint64_t last_change_ = 0;  // Of memory, by the block's clock.
  std::uint64_t metered_ = 0;      // Steps that were added to the launch's meter.
};

}  // namespace warpmark::simt
