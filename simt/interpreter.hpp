#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/device_limits.hpp"
#include "base/device_memory.hpp"
#include "base/launch_shape.hpp"
#include "simt/checks.hpp"
#include "simt/counters.hpp"
#include "simt/execution/device_heap.hpp"
#include "simt/execution/device_launch_queue.hpp"
#include "simt/execution/execution_meter.hpp"
#include "simt/execution/kernel_program.hpp"
#include "simt/execution/launch_dependency.hpp"
#include "simt/execution/launch_sample.hpp"
#include "simt/execution/schedule.hpp"
#include "simt/finding.hpp"
#include "simt/launch_phases.hpp"
#include "simt/memory/global_memory.hpp"
#include "simt/memory/memory_budget.hpp"
#include "simt/memory/texture_table.hpp"
#include "simt/progress_limits.hpp"
#include "simt/timing/time_keeper.hpp"

namespace warpmark::simt {

struct interpreter_options {
  device_limits limits = {};
  /// The card whose time is modelled; null: the default one, if it has this architecture.
  std::shared_ptr<const model::card_file> card = {};
  unsigned host_threads = 0;                          ///< 0: one per processor of the host.
  std::uint64_t step_limit = std::uint64_t{1} << 33;  ///< Warp instructions per block.
  progress_limits progress = {};
  /// Host memory for allocations, resident blocks and checks.
  std::uint64_t host_memory_bytes = memory_budget::unlimited;
  std::string memory_advice = {};  ///< Ends the message where that is too little.
  std::uint64_t memory_bytes = std::uint64_t{8} << 30;
  checks check = {};
  /// Keep what each launch touches, so that a launch with launch_shape::programmatic is checked
  /// against those that may still run.
  bool dependent_launches = false;
  bool per_line = false;               ///< Count per source line, for take_lines().
  bool phases = false;                 ///< Record the phases of each launch, for take_phases().
  std::size_t stack_bytes = 16 << 10;  ///< Per thread, for functions that are not inlined.
  std::size_t heap_bytes = 8 << 20;    ///< For the kernels' malloc, until unload_all().
  std::ostream* printed = &std::cerr;  ///< Receives the output of printf; nullptr discards it.
};

/// Resources of a kernel's machine code, if known. They cannot be derived from the PTX.
struct machine_code_facts {
  int registers = 0;  ///< Per thread; limits the number of resident blocks.
  std::size_t static_shared_bytes = 0;
  std::size_t code_bytes = 0;   ///< For the modelled time of a first execution.
  std::size_t local_bytes = 0;  ///< Per thread, spilled registers included: for the modelled time.
  int named_barriers = 1;       ///< Used by a block; limits the number of resident blocks.
  load_schedule loads;          ///< For the modelled time.
};

/// Counters of the instructions of one source line.
struct line_counters {
  std::string kernel, file;
  int line = 0;  ///< 0: unknown.
  counter_set counters;
};

/// A device that interprets PTX. It gives exact counters, sanitizer findings and a modelled time.
/// Launches run synchronously; their errors are thrown by synchronize().
class interpreter {
 public:
  using kernel_handle = std::size_t;

  explicit interpreter(const interpreter_options& options = {});

  const device_limits& limits() const { return options_.limits; }

  /// At least 256-byte aligned. Throws device_memory_error beyond
  /// interpreter_options::memory_bytes.
  device_pointer allocate(std::size_t size_bytes) { return memory_.allocate(size_bytes); }
  void release(device_pointer pointer) noexcept { memory_.release(pointer); }

  /// Names the elements at an address in findings, until they are released.
  void label(const memory_label& label) { memory_.label(label); }

  /// These throw device_error for a range that is not part of one allocation.
  void upload(device_pointer to, std::span<const std::byte> from);
  void download(std::span<std::byte> to, device_pointer from);

  /// A texture or surface object over allocated memory: its handle, which kernels take as
  /// cudaTextureObject_t or cudaSurfaceObject_t. Throws device_error for memory that is not
  /// allocated.
  std::uint64_t create_texture(const texture_description& described);
  void release_texture(std::uint64_t handle) noexcept { textures_.remove(handle); }

  /// Writes `count` copies of the 4- or 8-byte `pattern`.
  void fill(device_pointer to, std::span<const std::byte> pattern, std::size_t count);

  /// Counts nothing, since no warp moves the bytes. The time model does not cover such copies: an
  /// execution with one has no modelled time.
  void copy(device_pointer to, device_pointer from, std::size_t size_bytes);

  /// Marks the range as uninitialised.
  void forget(device_pointer to, std::size_t size_bytes);

  /// The entry of a PTX module, by its mangled name; equal kernels share a handle. Throws
  /// parse_error or unsupported_instruction.
  kernel_handle load(const std::string& ptx, const std::string& entry,
                     const machine_code_facts& facts = {});
  void unload_all();

  /// Blocks of the kernel that are resident on one multiprocessor at once.
  int resident_blocks(kernel_handle kernel, std::uint32_t block_threads,
                      std::size_t dynamic_shared_bytes) const;

  /// A __device__ or __constant__ variable of the kernel's module. Throws device_error if there is
  /// none of that name.
  memory_range variable(kernel_handle kernel, const std::string& mangled_name) const;

  /// Sets interpreter_options::dependent_launches. No launch so far overlaps a later one.
  void watch_dependent_launches(bool watched);

  /// `arguments` are the bytes of each parameter, in order. Throws device_error for a launch that a
  /// GPU would reject, or for arguments that do not match the parameters.
  void launch(kernel_handle kernel, const launch_shape& shape,
              std::span<const std::span<const std::byte>> arguments);

  /// The same with arguments given as values.
  template <class... Values>
  void launch_with(kernel_handle kernel, const launch_shape& shape, const Values&... values) {
    const std::vector<std::span<const std::byte>> arguments{
        std::as_bytes(std::span(&values, 1))...};
    launch(kernel, shape, arguments);
  }

  /// Throws device_error if a launch since the last call failed: deadlock_error, step_limit_error,
  /// a trap.
  void synchronize();

  /// Limits what all later launches together may issue and how long they may take. The launch that
  /// exceeds the limit ends with step_limit_error, which names the line.
  void limit_execution(const execution_amount& limits) { meter_.start(limits); }

  /// Replaces the limit of warp instructions; what was issued counts. `reason` is appended to what
  /// the error says.
  void limit_instructions(std::uint64_t warp_instructions, const std::string& reason) {
    meter_.limit(warp_instructions, reason);
  }

  /// Schedules later launches at random, each in its own way that follows from the seed: blocks
  /// start in another order and are interleaved, and so are their warps. 0: in their order, which
  /// is the default. A result that differs depends on what a device does not guarantee.
  void set_schedule(std::uint64_t seed) { schedule_random_.seed(schedule_seed_ = seed); }

  /// Of later launches, the first `full_launches` after begin_execution() run as usual, and of
  /// others only some blocks run where they do not communicate: their outputs are incomplete, their
  /// counters are those of these blocks, and the modelled time is that of all blocks. Of no launch
  /// is more checked than bounds and what its time depends on. `limits.max_blocks` of 0, which is
  /// the default: all blocks run.
  void sample_blocks(const sample_limits& limits, std::uint64_t full_launches = 0);

  /// Whether any launch since begin_execution() ran only some of its blocks.
  bool was_sampled() const { return sampled_launches_ != 0; }

  /// Consumption since limit_execution().
  execution_amount executed() const { return meter_.used(); }

  /// Sums since the last call.
  counter_set take_counters() { return std::exchange(counters_, {}); }
  /// With interpreter_options::per_line: sums since the last call, sorted by kernel, file and line.
  std::vector<line_counters> take_lines();
  /// With interpreter_options::phases: the launches since the last call.
  std::vector<launch_phases> take_phases() { return std::exchange(phases_, {}); }
  /// Findings since the last call, each once per place.
  const std::vector<finding>& findings() const { return findings_; }
  std::vector<finding> take_findings() { return std::exchange(findings_, {}); }

  /// Starts an execution for modelled_time(): it consists of the launches, fills and copies after
  /// this call and begins with a cold L2.
  void begin_execution() {
    time_.begin();
    launches_ = sampled_launches_ = 0;
  }
  /// Empty without a card file for the device, or if something ran that the model does not cover.
  std::optional<model::modelled_time> modelled_time() const { return time_.total(); }
  /// The most warp instructions that the device can issue, per ns; nothing without a card file.
  std::optional<double> instructions_per_ns() const { return time_.instructions_per_ns(); }

 private:
  using variable_map = std::map<std::string, memory_range>;
  /// For kernels that launch others: their module, and its kernels by their addresses as values.
  struct child_kernels {
    std::string ptx;
    std::map<std::uint64_t, std::string> entries;
  };
  struct loaded_kernel {
    std::shared_ptr<const kernel_program> program;
    std::shared_ptr<const variable_map> variables;
    machine_code_facts facts;
    std::shared_ptr<const child_kernels> children = {};
  };
  // Runs a grid and those that it launched. `depth`: 1 for one that the host launched.
  void run_grid(const loaded_kernel& kernel, const launch_shape& shape,
                std::vector<std::byte> parameters, unsigned depth);
  // Runs the grid's own blocks: what they launched.
  std::vector<device_launch> run_blocks(const loaded_kernel& kernel, const launch_shape& shape,
                                        std::vector<std::byte> parameters, unsigned depth);
  void run_child(const loaded_kernel& parent, device_launch& child, unsigned depth);
  device_pointer parameter_buffers();
  int resident_blocks_of(const loaded_kernel& kernel, std::uint32_t block_threads,
                         std::size_t dynamic_shared_bytes) const;
  const loaded_kernel& at(kernel_handle kernel) const;
  std::shared_ptr<const variable_map> place_variables(const ptx_module& module);
  checks checks_of_sample(const kernel_program& program) const;
  std::optional<launch_result> try_in_parallel(launch_state& state,
                                               const std::function<launch_result()>& run);
  void add_lines(const kernel_program& program, const std::vector<counter_set>& sites);
  schedule next_schedule(const launch_shape& shape);
  std::unique_ptr<device_heap> make_heap();
  device_pointer clear_workspace();
  std::unique_ptr<launch_dependency> dependency_of(const launch_shape& shape);
  void add_findings(const std::vector<finding>& found);

  interpreter_options options_;
  memory_budget budget_;
  global_memory memory_;
  std::vector<loaded_kernel> kernels_;
  std::map<std::string, kernel_handle> by_content_;                       // PTX and entry name.
  std::map<std::string, std::shared_ptr<const variable_map>> variables_;  // By PTX.
  std::vector<device_pointer> module_variables_;
  texture_table textures_;
  counter_set counters_;
  std::map<std::tuple<std::string, std::string, int>, counter_set> lines_;
  std::vector<launch_phases> phases_;
  std::vector<finding> findings_;
  time_keeper time_;
  std::exception_ptr error_;
  execution_meter meter_;
  std::uint64_t schedule_seed_ = 0;
  sample_limits sampling_;
  std::uint64_t full_launches_ = 0;                    // Of an execution, before sampled ones.
  std::uint64_t launches_ = 0, sampled_launches_ = 0;  // Of this execution.
  std::mt19937_64 schedule_random_;
  // Launches that a programmatic one may overlap. It overlaps nothing else: not a fill or a copy,
  // nor what is before them.
  std::vector<launch_footprint> may_run_;
  device_pointer parameter_buffers_ = 0;  // For device-side launches; allocated by the first one.
  device_pointer grid_workspace_ = 0;     // For cooperative launches; allocated by the first one.
  std::unique_ptr<device_heap> heap_;     // Created when a kernel that calls malloc is loaded.
};

}  // namespace warpmark::simt
