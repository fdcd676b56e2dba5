#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/device_error.hpp"
#include "base/device_memory.hpp"
#include "base/tensor_map.hpp"
#include "base/texture_description.hpp"
#include "base/usage_error.hpp"
#include "bench/backends/card.hpp"
#include "bench/backends/hardware_profiler.hpp"
#include "bench/backends/observation.hpp"
#include "bench/compiler/compiled_kernel.hpp"
#include "bench/sampling/energy_meter.hpp"
#include "bench/sampling/execution_timer.hpp"
#include "bench/sampling/measuring_options.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark {

/// What kind of device it is. Constant for a device.
struct device_capabilities {
  bool runs_kernels = true;  ///< Else it only calls native code.
  bool takes_time = true;  ///< Else one execution tells all there is: no warm-up, no second sample.
  bool reports_stray_accesses = false;  ///< So that canaries are not needed.
};

/// What enqueues of work put into the stream, found without executing it.
struct captured_work {
  std::size_t operations = 0;
  std::string fault;  ///< Why it cannot be timed, as a clause; empty if it can.
};

/// Enqueued work, recorded to be launched as one. The device's memory that it uses must stay.
class recorded_work {
 public:
  virtual ~recorded_work() = default;
  virtual void launch() = 0;  ///< Enqueues it. Throws device_error.
  virtual std::size_t operations() const = 0;
};

/// A machine that runs kernels: a card through the driver, or the interpreter.
class backend {
 public:
  using module_handle = std::size_t;

  virtual ~backend() = default;
  virtual std::string name() const = 0;  ///< "cuda", "simt" or "host".
  virtual const card& device() const = 0;

  /// At least 256-byte aligned. Throws device_memory_error if it is out of memory.
  virtual device_pointer allocate(std::size_t size_bytes) = 0;
  virtual void release(device_pointer pointer) noexcept = 0;
  virtual void upload(device_pointer to, std::span<const std::byte> from) = 0;
  virtual void download(std::span<std::byte> to, device_pointer from) = 0;

  /// Writes `count` copies of the 4- or 8-byte `pattern`, in stream order.
  virtual void fill(device_pointer to, const scalar_argument& pattern, std::size_t count) = 0;

  /// Copies within the device's memory, in stream order. The ranges do not overlap.
  virtual void copy(device_pointer to, device_pointer from, std::size_t size_bytes) = 0;

  /// Calls compiled host code with this backend's stream, in stream order. Throws device_error if
  /// it fails, or unsupported_kernel where native code cannot reach the device's memory. It
  /// enqueues at most `operations`.
  virtual void call(const native_step& step, std::span<const native_buffer> buffers,
                    std::size_t operations) = 0;
  void call(const native_step& step, std::span<const native_buffer> buffers) {
    call(step, buffers, step.operations);
  }

  /// Calls `enqueue` without executing what it enqueues into the stream, and waits for what it
  /// enqueued elsewhere. Empty where there is no such stream, or no driver that can do so.
  virtual std::optional<captured_work> capture(const std::function<void()>& /*enqueue*/) {
    return std::nullopt;
  }

  /// Whether what is enqueued now will be executed: not while it is captured.
  virtual bool executes() const { return true; }
  /// What `enqueue` enqueues into the stream, which is not executed. Null where that cannot be
  /// recorded.
  virtual std::unique_ptr<recorded_work> record(const std::function<void()>& /*enqueue*/) {
    return nullptr;
  }

  /// Marks the range as uninitialised (simt; no effect elsewhere).
  virtual void forget(device_pointer /*to*/, std::size_t /*size_bytes*/) {}

  /// A texture or surface object over allocated memory, as the kernels' cudaTextureObject_t or
  /// cudaSurfaceObject_t. Throws device_error if the device refuses it.
  virtual std::uint64_t create_texture(const texture_description& /*described*/) {
    throw unsupported_kernel(name() + " has no textures");
  }
  virtual void release_texture(std::uint64_t /*handle*/) noexcept {}

  /// Copies the buffer into the memory of the object's own, or that of a surface back, in stream
  /// order. No effect where the object lies over the buffer itself.
  virtual void fill_texture(std::uint64_t /*handle*/) {}
  virtual void read_surface(std::uint64_t /*handle*/) {}

  /// Whether launches from here on may overlap those before them (launch_shape::programmatic),
  /// which is to be checked (simt; no effect elsewhere).
  virtual void watch_dependent_launches(bool /*watched*/) {}

  /// What messages call the elements at an address until it is released (simt; no effect
  /// elsewhere).
  virtual void label(device_pointer /*of*/, const std::string& /*name*/,
                     std::size_t /*element_bytes*/) {}

  /// Loads a kernel; equal kernels may share a handle. Valid until unload_all(). Throws
  /// compiler::compile_error for PTX that the driver cannot compile.
  virtual module_handle load(const compiler::compiled_kernel& kernel) = 0;
  virtual void unload_all() = 0;

  /// The resources of a kernel that the device's driver has compiled from PTX; empty for others,
  /// whose compiled_kernel has them.
  virtual std::optional<compiler::kernel_resources> driver_resources(module_handle /*kernel*/) {
    return std::nullopt;
  }

  /// Resident blocks of this kernel per multiprocessor, if known.
  virtual std::optional<int> resident_blocks(module_handle kernel, std::uint32_t block_threads,
                                             std::size_t dynamic_shared_bytes) = 0;

  /// The memory of a __device__ or __constant__ variable of the kernel's module, by its lowered
  /// name. Kernels of one compilation share it. Throws device_error if there is none.
  virtual memory_range variable(module_handle kernel, const std::string& lowered_name) = 0;

  /// The 128 bytes that a kernel takes as CUtensorMap. Throws unsupported_kernel where tensor
  /// copies cannot run, device_error or usage_error if the map is refused.
  virtual std::vector<std::byte> encode(const tensor_map& /*map*/) {
    throw unsupported_kernel(name() + " has no tensor maps");
  }

  /// Enqueues a launch. `arguments` are the raw bytes of each parameter, in order.
  virtual void enqueue(module_handle kernel, const launch_shape& shape,
                       std::span<const std::span<const std::byte>> arguments) = 0;

  /// The same with arguments of at most 16 bytes.
  void launch(module_handle kernel, const launch_shape& shape,
              std::span<const scalar_argument> arguments) {
    std::vector<std::span<const std::byte>> bytes;
    bytes.reserve(arguments.size());
    for (const auto& argument : arguments)
      bytes.push_back(std::span(argument.bytes).first(argument.size_bytes));
    enqueue(kernel, shape, bytes);
  }

  /// Waits for all enqueued work. Throws device_error if any of it failed.
  virtual void synchronize() = 0;

  /// The device's clock around executions; null where executions take no time.
  virtual sampling::execution_timer* timer() { return nullptr; }

  /// The device's energy; null where it cannot be measured.
  virtual sampling::energy_meter* energy_meter() { return nullptr; }

  /// Without a clock: what is enqueued from here on is one execution, whose counters, phases,
  /// findings and modelled time counted_execution() returns.
  virtual void begin_execution() {}
  virtual observation counted_execution() { return {}; }

  /// Displaces what the caches hold, to be called before an execution; empty where a kernel of this
  /// program does that.
  virtual std::function<void()> cache_eviction(flush_lines /*lines*/) { return {}; }

  /// Counts executions by metrics of the device; `metrics` as in cuda::default_metrics. It must not
  /// outlive the backend. Throws usage_error if the device, its libraries or the user's permission
  /// do not allow it, or a metric is unknown.
  virtual std::unique_ptr<hardware_profiler> make_profiler(
      const std::vector<std::string>& /*metrics*/) {
    throw usage_error("--profile: backend " + name() + " has no hardware counters");
  }

  /// Withdraws what native code may have asked of the caches for later work: lines that persist in
  /// L2, and the stream's window of them.
  virtual void reset_cache_policy() {}

  virtual device_capabilities capabilities() const = 0;

  /// Whether it is a card: kernels run, and take time.
  bool times_kernels() const { return capabilities().runs_kernels && capabilities().takes_time; }

  /// The order of blocks and warps in later executions, where it can be chosen (simt): random, as
  /// it follows from the seed; 0: their own.
  virtual void set_schedule(std::uint64_t /*seed*/) {}

  /// Of later launches after the first `full_launches` of an execution only `max_blocks` blocks
  /// run, for a modelled time (simt); 0: all.
  virtual void sample_blocks(std::uint64_t /*max_blocks*/, std::uint64_t /*full_launches*/) {}

  /// Ends later executions with execution_limit_error once issuing their instructions alone takes
  /// longer by the time model, which the error calls `name` (simt); 0: no limit.
  virtual void limit_modelled_time(double /*ns*/, const std::string& /*name*/) {}

  /// Warp instructions of all executions so far (simt); 0 elsewhere.
  virtual std::uint64_t interpreted_instructions() const { return 0; }

  /// Findings since the last call (simt); empty elsewhere.
  virtual std::vector<finding> take_findings() { return {}; }
};

}  // namespace warpmark
