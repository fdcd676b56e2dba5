#pragma once

#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/backends/simt/checks.hpp"
#include "bench/backends/simt/counters.hpp"
#include "bench/backends/simt/execution/device_heap.hpp"
#include "bench/backends/simt/execution/execution_meter.hpp"
#include "bench/backends/simt/execution/kernel_program.hpp"
#include "bench/backends/simt/memory/global_memory.hpp"
#include "bench/backends/simt/timing/time_keeper.hpp"
#include "variants/contract/device_limits.hpp"

namespace warpmark::simt {

struct simt_options {
  device_limits limits = {};
  unsigned host_threads = 0;                          ///< 0: as many as the host has.
  std::uint64_t step_limit = std::uint64_t{1} << 33;  ///< Warp instructions of one block.
  std::uint64_t memory_bytes = std::uint64_t{8} << 30;
  checks check = {};
  bool per_line = false;               ///< Count each source line apart, for take_lines().
  bool phases = false;                 ///< Record each launch's phases, for take_phases().
  std::size_t stack_bytes = 16 << 10;  ///< Of a thread, for functions that are not inlined.
  std::size_t heap_bytes = 8 << 20;    ///< Of the kernels' malloc, until unload_all().
  std::ostream* printed = &std::cerr;  ///< Takes what kernels print; nullptr drops it.
};

/// What the instructions of one source line did.
struct line_counters {
  std::string kernel, file;
  int line = 0;  ///< 0: of no known line.
  counter_set counters;
};

/// The interpreter as a backend. Launches run at once; their errors are thrown by synchronize().
class simt_backend : public backend {
 public:
  explicit simt_backend(const simt_options& options);

  std::string name() const override { return "simt"; }
  const card& device() const override { return card_; }

  device_pointer allocate(std::size_t size_bytes) override;
  void release(device_pointer pointer) noexcept override;
  void upload(device_pointer to, std::span<const std::byte> from) override;
  void download(std::span<std::byte> to, device_pointer from) override;
  void fill(device_pointer to, const scalar_argument& pattern, std::size_t count) override;

  /// Counts nothing: no warp moves the bytes. The model knows no such copy, so an execution with
  /// one has no modelled time.
  void copy(device_pointer to, device_pointer from, std::size_t size_bytes) override;

  /// Throws unsupported_kernel: native code is not interpreted.
  void call(const native_step& step, std::span<const native_buffer> buffers) override;

  void forget(device_pointer to, std::size_t size_bytes) override;

  /// Throws parse_error or unsupported_instruction.
  module_handle load(const compiler::compiled_kernel& kernel) override;
  void unload_all() override;
  std::optional<int> resident_blocks(module_handle kernel, std::uint32_t block_threads,
                                     std::size_t dynamic_shared_bytes) override;
  memory_range variable(module_handle kernel, const std::string& lowered_name) override;
  void enqueue(module_handle kernel, const launch_shape& shape,
               std::span<const std::span<const std::byte>> arguments) override;
  void synchronize() override;
  observation measure(const timed_work& work, const measuring_options& options) override;
  bool detects_out_of_bounds() const override { return true; }
  std::vector<finding> take_findings() override;

  /// From here on launches may issue and take so much together; the one that goes beyond it ends
  /// with step_limit_error, which names the line.
  void limit_execution(const execution_amount& limits) { meter_.start(limits); }

  /// What they have issued and taken since.
  execution_amount executed() const { return meter_.used(); }

  /// Sums since the last call.
  counter_set take_counters();
  /// Of simt_options::per_line: sums since the last call by kernel, file and line, in this order.
  std::vector<line_counters> take_lines();
  /// Of simt_options::phases: the launches since the last call.
  std::vector<launch_phases> take_phases() { return std::exchange(phases_, {}); }

 private:
  using variable_map = std::map<std::string, memory_range>;
  struct loaded_kernel {
    std::shared_ptr<const kernel_program> program;
    std::shared_ptr<const variable_map> variables;
    compiler::kernel_resources resources;
  };
  const loaded_kernel& at(module_handle kernel) const;
  std::shared_ptr<const variable_map> place_variables(const ptx_module& module);
  void add_lines(const kernel_program& program, const std::vector<counter_set>& sites);
  std::unique_ptr<device_heap> make_heap();
  device_pointer clear_workspace();
  void add_findings(const std::vector<finding>& found);

  simt_options options_;
  card card_;
  global_memory memory_;
  std::vector<loaded_kernel> kernels_;
  std::map<std::string, module_handle> by_content_;                       // PTX and entry name.
  std::map<std::string, std::shared_ptr<const variable_map>> variables_;  // By PTX.
  std::vector<device_pointer> module_variables_;
  counter_set counters_;
  std::map<std::tuple<std::string, std::string, int>, counter_set> lines_;
  std::vector<launch_phases> phases_;
  std::vector<finding> findings_;
  time_keeper time_;
  std::exception_ptr error_;
  execution_meter meter_;
  device_pointer grid_workspace_ = 0;  // Of cooperative launches, once one is made.
  std::unique_ptr<device_heap> heap_;  // Made when a kernel that allocates is loaded.
};

std::unique_ptr<backend> make_simt_backend(const simt_options& options);

}  // namespace warpmark::simt
