#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warpmark::fake_cuda {

/// What one launch asked for.
struct launch_record {
  std::string kernel;
  unsigned grid_x = 0, grid_y = 0, grid_z = 0;
  unsigned block_x = 0, block_y = 0, block_z = 0;
  unsigned shared_bytes = 0;
  bool cooperative = false;
  unsigned cluster_x = 1, cluster_y = 1, cluster_z = 1;
  bool programmatic = false;
};

/// What cuTensorMapEncodeTiled was given, as many numbers as the tensor has dimensions.
struct tensor_map_record {
  int type = 0;
  std::uint64_t address = 0;
  std::vector<std::uint64_t> extents, stride_bytes;
  std::vector<unsigned> box, element_strides;
  int interleave = 0, swizzle = 0, promotion = 0, fill = 0;
  bool aligned = false;  ///< The result is to go to a multiple of 64.
};

struct memset_record {
  std::uint64_t address = 0;
  std::uint32_t value = 0;
  std::size_t words = 0;
};

/// How the fake driver behaves, and what it has seen. Times are of its own clock, which only the
/// work moves: a launch takes `launch_ns`, a memset or a copy `memset_ns`.
///
/// Enqueued work runs when the host waits for its stream and not before. An upload arrives when the
/// host waits for the default stream. A fault shows at the next wait; from then on every call
/// fails.
struct control {
  // Behaviour.
  int devices = 1;
  int capability_major = 9;
  int init_result = 0;
  double launch_ns = 10'000;
  std::vector<double> launch_pattern_ns;  ///< If not empty, walked round and round instead.
  double memset_ns = 1'000;
  double launch_wall_s = 0;  ///< Real time that a launch takes, when it runs.
  std::size_t memory_bytes = std::size_t{1} << 30;
  bool has_stream_wait = true;
  bool has_capture = false;
  bool has_other_streams = false;  ///< Work in others than the first created one runs at once.
  bool has_one_queue = false;      ///< Work of all created streams is in the queue of the first.
  bool nvml_knows_card = true;
  bool is_slice = false;  ///< NVML knows it as a MIG slice, whose sensors are those of its card.
  std::uint64_t ecc_corrected = 0, ecc_uncorrected = 0;  ///< NVML's counters of errors.
  int processes = 1;  ///< With a context on the card, this one among them; -1: not permitted.
  std::vector<double>
      slot_delay_ns;  ///< What a launch takes longer, by its number, round and round.
  bool has_energy_counter = true;
  double power_w = 123.5;                 ///< Of the card, always, by the fake clock.
  std::string compiler_log;               ///< What compiling PTX reports.
  std::map<std::string, int> failing;     ///< Results of calls by name, at once.
  int fault_in_next_kernel = 0;           ///< A result that shows once the next launch has run.
  std::function<void(void**)> on_launch;  ///< Sees the arguments.
  std::function<void()> on_run;           ///< What a kernel does when it runs.
  std::vector<double> event_ns;           ///< What recording an event takes, round and round.

  std::size_t profiler_passes = 1;              ///< Passes that metrics take.
  bool profiler_is_never_done = false;          ///< No pass is the last one.
  std::size_t dropped_ranges = 0;               ///< Of a decoded execution.
  std::set<std::string> missing_metrics;        ///< Of the chip; it has all others.
  std::map<std::string, double> metric_values;  ///< Instead of the launches of a range.

  // Observations.
  std::vector<launch_record> launches;
  std::vector<memset_record> memsets;
  std::vector<tensor_map_record> tensor_maps;
  std::map<std::string, int> calls;
  std::map<std::uint64_t, std::size_t> allocations;  ///< Live, by address.
  std::set<void*> host_allocations;
  std::size_t live_events = 0;
  std::size_t live_streams = 0;
  std::size_t live_graphs = 0;
  std::size_t live_modules = 0;
  std::size_t retained_contexts = 0;
  std::size_t waits = 0;                   ///< Stream waits enqueued.
  std::size_t max_pending = 0;             ///< Longest queue after a closed gate.
  std::size_t waits_on_closed_gate = 0;    ///< Host waits that a real driver would never end.
  std::vector<std::string> linked;         ///< What was given to the linker: "kind name".
  std::vector<std::string> loaded_images;  ///< The first letters of each module's image.
  std::size_t live_links = 0;
  std::size_t max_registers = 0;   ///< With which PTX was compiled.
  std::vector<std::string> trace;  ///< What has run: "wait", "event", "fill", "kernel NAME", ….
  std::vector<const void*> recorded_events;
  std::size_t frees_under_work = 0;           ///< Memory freed that enqueued work uses, or may use.
  std::size_t frees_of_nothing = 0;           ///< Frees of what is not allocated.
  std::set<std::string> with_large_clusters;  ///< Kernels for which they were allowed.
  std::size_t live_profiler_hosts = 0;
  unsigned char* counters_image = nullptr;
  std::map<std::string, int> dynamic_shared_limit;  ///< By kernel, as cuFuncSetAttribute set it.
};

}  // namespace warpmark::fake_cuda

/// The one control of the library; a test finds it by dlsym.
extern "C" __attribute__((visibility("default"))) warpmark::fake_cuda::control* fake_cuda_control();
