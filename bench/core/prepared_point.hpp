#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/guarded_buffer.hpp"
#include "variants/contract/family.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark {

/// The inputs of one problem on a device, uploaded once for all variants.
class device_inputs {
 public:
  device_inputs(backend& machine, const problem_instance& instance)
      : machine_(machine), instance_(instance) {}

  const problem_instance& instance() const { return instance_; }

  /// The device copy of input `name`; uploads it at first use.
  guarded_buffer& get(const std::string& name);

  /// Uploads again at next use: what a faulty kernel may have overwritten must not hit the next
  /// one.
  void invalidate() { buffers_.clear(); }

 private:
  backend& machine_;
  const problem_instance& instance_;
  std::map<std::string, guarded_buffer> buffers_;
};

/// A plan with its kernels loaded and its buffers allocated on a device.
class prepared_point {
 public:
  /// Throws device_error if the device has no room or refuses a kernel, unsupported_kernel if a
  /// library cannot tell how large a buffer must be.
  prepared_point(backend& machine, const launch_plan& plan,
                 const std::vector<compiler::kernel_handle>& kernels, device_inputs& inputs);

  /// Poisons outputs and scratch.
  void poison();

  /// Enqueues every step, in order.
  void enqueue();

  /// The oracle's verdict over the outputs as they are, failing also for damaged canaries.
  /// Sets `buffer` to the name of the output or of the damaged buffer.
  verdict verify(double rounding_depth, std::string& buffer);

  /// Resident blocks a multiprocessor for kernel `index` at its first launch, if known.
  std::optional<double> occupancy(std::size_t index) const;

 private:
  device_pointer address(const buffer_argument& argument) const;
  void enqueue(const launch_step& launch);
  void enqueue(const fill_step& fill);
  void enqueue(const copy_step& copy);
  void enqueue(const native_step& native);

  backend& machine_;
  const launch_plan& plan_;
  device_inputs& inputs_;
  std::vector<backend::module_handle> modules_;
  std::vector<guarded_buffer> owned_;
  std::vector<guarded_buffer*> buffers_;  ///< By plan index: owned or a shared input.
};

}  // namespace warpmark
