#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/backends/simt/execution/block_barriers.hpp"
#include "bench/backends/simt/execution/kernel_program.hpp"
#include "bench/backends/simt/execution/lane_context.hpp"
#include "bench/backends/simt/execution/warp.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::simt {

class device_heap;

/// What all blocks of a launch share.
struct launch_state {
  const kernel_program* program = nullptr;
  const global_memory* memory = nullptr;
  touched_bytes* touched = nullptr;
  block_timeline* timeline = nullptr;  ///< Follows one block.
  std::uint64_t timed_block = 0;
  launch_shape shape;
  std::vector<std::byte> parameters;
  std::uint32_t multiprocessors = 1;
  std::uint64_t step_limit = 0;  ///< Warp instructions of one block.
  std::size_t stack_bytes = 0;   ///< Of a thread, for the frames of called functions.
  device_heap* heap = nullptr;   ///< Of the kernel's malloc.
  bool per_line = false;         ///< Count each instruction apart.
};

/// How a block's turn ended.
enum class block_end : std::uint8_t { finished, spinning };

/// One block: its warps, registers, shared and local memory. It can be started again and again.
class block {
 public:
  block(const launch_state& launch, site_counters& counters, finding_log& findings,
        print_log& prints, atomic_depths& atomics, std::vector<const allocation*>& cached);

  void start(std::uint64_t linear_index);

  /// Runs until done, or until all warps that could run only poll. Throws deadlock_error,
  /// step_limit_error, or device_error for a trap.
  block_end run();

  /// Whether memory changed, or any warp left or passed a barrier, in the last run().
  bool progressed() const { return progressed_; }
  bool break_joins();
  std::string waiting_warps() const;
  std::uint64_t index() const { return context_.block; }

 private:
  bool run_warp(std::uint32_t index);

  const launch_state& launch_;
  lane_context context_;
  std::vector<warp> warps_;
  block_barriers barriers_;
  std::vector<std::byte> registers_, shared_, local_;
  std::vector<char> done_;
  bool progressed_ = false;
};

}  // namespace warpmark::simt
