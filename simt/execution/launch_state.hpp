#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/launch_shape.hpp"
#include "simt/checks.hpp"
#include "simt/execution/lane_context.hpp"
#include "simt/execution/schedule.hpp"
#include "simt/memory/partial_stores.hpp"
#include "simt/progress_limits.hpp"

namespace warpmark::simt {

class communication_log;
class device_heap;
class device_launch_queue;
class execution_meter;
class memory_budget;
struct launch_dependency;
class texture_table;

/// A block that runs in place of others.
struct sampled_block {
  std::uint64_t block = 0;
  unsigned part = 0;  ///< Blocks of one part are alike: see spread_blocks().
  std::uint64_t part_blocks = 0;
};

/// A block whose instructions are followed in time.
struct timed_block {
  std::uint64_t block = 0;
  block_timeline* timeline = nullptr;  ///< nullptr: none.
};

/// State that all blocks of a launch share.
struct launch_state {
  const kernel_program* program = nullptr;
  const global_memory* memory = nullptr;
  touched_bytes* touched = nullptr;
  std::array<timed_block, 3> timed = {};       ///< Blocks that are followed.
  communication_log* communication = nullptr;  ///< Set if what blocks tell each other is recorded.
  std::optional<partial_store_rules> partial_stores = {};  ///< Set if these are counted.
  /// If not empty, only these blocks run, in this order, up to sample_instructions.
  std::vector<sampled_block> sample = {};
  std::uint64_t sample_instructions = 0;
  phase_recorder* phases = nullptr;  ///< Follows block 0, if requested.
  launch_shape shape;
  schedule order = {};
  std::vector<std::byte> parameters;
  std::uint32_t multiprocessors = 1;
  std::uint64_t step_limit = 0;      ///< Warp instructions per block.
  execution_meter* meter = nullptr;  ///< Shared with other launches.
  memory_budget* budget = nullptr;   ///< Of the host's memory.
  progress_limits progress = {};
  launch_dependency* dependency = nullptr;  ///< Set if launches overlap.
  std::size_t stack_bytes = 0;              ///< Per thread, for the frames of called functions.
  device_launch_queue* device_launches = nullptr;  ///< Set if the kernel calls the device runtime.
  device_heap* heap = nullptr;                     ///< Of the kernel's malloc.
  const texture_table* textures = nullptr;
  std::uint64_t grid_workspace = 0;  ///< Of a cooperative launch's grid barrier; else 0.
  bool explicit_cluster = false;     ///< By the kernel or the launch.
  checks check = {};
  bool per_line = false;  ///< Count per instruction.
  /// Blocks run on several host threads although races between blocks are watched: each thread
  /// watches those of its own blocks, and launch_result::is_disputed says whether there may be
  /// others.
  bool in_parallel = false;
};

/// The block's coordinates in the grid.
extent3 block_index(const launch_state& launch, std::uint64_t linear);

/// The linear index of the `order`-th block. Blocks run cluster by cluster, in the order of the
/// schedule, sorted by rank within each.
std::uint64_t scheduled_block(const launch_state& launch, std::uint64_t order);

/// "block (1, 0, 0), thread (5, 0, 0)": for messages.
std::string who(const lane_context& context, unsigned lane);

}  // namespace warpmark::simt
