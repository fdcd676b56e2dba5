#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "simt/checks.hpp"
#include "simt/execution/block_barriers.hpp"
#include "simt/execution/kernel_program.hpp"
#include "simt/execution/lane_context.hpp"
#include "simt/execution/launch_state.hpp"
#include "simt/execution/print_log.hpp"
#include "simt/execution/warp.hpp"
#include "simt/execution/worker_state.hpp"
#include "simt/finding_log.hpp"
#include "simt/memory/access_watch.hpp"

namespace warpmark::simt {

/// Why run() of a block returned.
enum class block_end : std::uint8_t { finished, spinning };

/// One block: its warps, registers, shared and local memory. It can be started repeatedly.
class block {
 public:
  block(const launch_state& launch, worker_state& worker);

  void start(std::uint64_t linear_index, block_cluster& cluster, std::uint32_t rank);

  /// Runs until the block is done, or until all warps that can run only poll. Throws
  /// deadlock_error, step_limit_error, or device_error for a trap.
  block_end run();

  /// Whether memory changed, or any warp left or passed a barrier, in the last run().
  bool progressed() const { return progressed_; }
  bool break_joins();
  std::string waiting_warps() const;
  /// Describes the places of the first two of them, starting at this warp.
  std::vector<conflicting_access> waiting_places(std::uint32_t first_warp = 0) const;
  std::uint64_t index() const { return context_.block; }
  std::uint64_t steps() const { return context_.steps; }

 private:
  bool run_warp(std::uint32_t index);
  void choose_counters();
  void require_within_limits(std::uint32_t warp);

  const launch_state& launch_;
  worker_state& worker_;
  lane_context context_;
  std::vector<warp> warps_;
  block_barriers barriers_;
  std::unique_ptr<access_watch> watch_;
  std::vector<std::byte> registers_, shared_, local_;
  std::vector<char> done_;
  std::vector<std::uint64_t> issued_;  // Instructions, by warp.
  bool progressed_ = false;
  std::uint64_t last_change_ = 0;  // Of memory, by the block's clock.
  std::uint64_t metered_ = 0;      // Steps that were added to the launch's meter.
};

}  // namespace warpmark::simt
