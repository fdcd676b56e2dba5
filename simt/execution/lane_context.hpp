#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "simt/counters.hpp"

namespace warpmark::simt {

class access_pattern;
class access_watch;
class atomic_depths;
class block_partial_stores;
class block_timeline;
class branch_trace;
class communication_log;
class dependency_watch;
class element_flights;
class finding_log;
class global_memory;
class phase_recorder;
class touched_bytes;
struct allocation;
struct kernel_program;
struct launch_state;
class block_cluster;
class copy_flights;
class print_log;
class proxy_watch;
class warp_groups;

inline constexpr std::uint32_t all_lanes = ~std::uint32_t{0};
inline constexpr std::uint64_t shared_window = 0x6000'0000'0000;
inline constexpr std::uint64_t local_window = 0x5000'0000'0000;
inline constexpr std::uint64_t param_window = 0x4000'0000'0000;
inline constexpr std::uint64_t window_bytes = std::uint64_t{1} << 32;

/// The state that handlers may access: the running warp's registers and its memories.
struct lane_context {
  std::byte* registers = nullptr;
  counter_set* counters = nullptr;  ///< Of the current instruction.
  site_counters* all_counters = nullptr;
  counter_set* launch_counters = nullptr;  ///< For events of no instruction: blocks, unique bytes.
  touched_bytes* touched = nullptr;
  atomic_depths* atomics = nullptr;
  block_partial_stores* partial_stores = nullptr;  ///< Set if these are counted.
  block_timeline* timeline = nullptr;              ///< Set if this block is the one that is timed.
  branch_trace* branches = nullptr;                ///< Set if the warp's branches back are noted.
  phase_recorder* phases = nullptr;                ///< Set if this block's phases are recorded.
  const global_memory* global = nullptr;
  const allocation** cached = nullptr;  ///< By site: the allocation that it last touched.
  std::unique_ptr<access_pattern>* patterns = nullptr;  ///< Two per site: reads, writes.
  std::byte* shared = nullptr;
  std::uint64_t shared_bytes = 0;
  std::byte* local = nullptr;  ///< Lane by lane.
  std::uint64_t local_bytes = 0;
  const std::byte* parameters = nullptr;
  std::uint64_t parameter_bytes = 0;
  finding_log* findings = nullptr;
  print_log* prints = nullptr;
  dependency_watch* dependency = nullptr;  ///< Set if launches overlap.
  access_watch* watch = nullptr;           ///< nullptr: only bounds and alignment are checked.
  proxy_watch* proxy = nullptr;            ///< nullptr: no instruction needs fence.proxy.async.
  copy_flights* flights = nullptr;         ///< nullptr: bulk copies are not checked for races.
  element_flights* elements = nullptr;     ///< nullptr: cp.async is not checked.
  const kernel_program* program = nullptr;
  /// Takes a cluster that has not started: its number; nothing if all have.
  const std::function<std::optional<std::uint64_t>()>* cancel = nullptr;
  const launch_state* launch = nullptr;
  std::uint64_t block = 0;  ///< Linear index.
  block_cluster* cluster = nullptr;
  warp_groups* groups = nullptr;
  std::uint32_t cluster_rank = 0;
  std::uint32_t warp = 0;
  std::uint32_t live = 0;     ///< Lanes that have not exited.
  std::uint64_t polls = 0;    ///< Polling accesses since the warp last changed memory.
  bool yields = false;        ///< Set by a poll that found no change: other warps run next.
  bool must_wait = false;     ///< Set by a handler of flow::wait: the warp tries again later.
  std::uint64_t changes = 0;  ///< Stores and atomics that changed memory.
  std::uint64_t steps = 0;    ///< Warp instructions of the block, up to this instruction:
  std::uint32_t steps_end = 0;
  std::uint64_t retries = 0;  ///< Those of them that had to wait and will be issued again.
  std::uint64_t earlier_steps =
      0;                    ///< Those that the warp had issued, less `steps`, as its turn began.
  std::uint64_t slept = 0;  ///< Nanoseconds of nanosleep of its warps.
  std::uint64_t clock_reads = 0;

  /// The block's time, for clock registers: one cycle and one nanosecond per instruction.
  std::uint64_t clock() const { return steps + slept; }
  /// The same while an instruction runs.
  std::uint64_t clock_at(std::uint32_t site) const { return clock() - (steps_end - 1 - site); }
};

}  // namespace warpmark::simt
