#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/buffer_pool.hpp"
#include "bench/core/guarded_buffer.hpp"
#include "bench/core/verified_output_cache.hpp"
#include "variants/contract/family.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark {

/// How much device memory one placement of the plan's buffers takes.
std::size_t footprint_bytes(const launch_plan& plan);

/// The inputs of one problem on a device, uploaded once for all variants.
class device_inputs {
 public:
  device_inputs(backend& machine, const problem_instance& instance)
      : machine_(machine), instance_(instance) {}

  const problem_instance& instance() const { return instance_; }

  /// The device copy number `placement` of input `name`; uploads or copies it at first use.
  guarded_buffer& get(const std::string& name, std::size_t placement);

  /// Uploads again at next use: what a faulty kernel may have overwritten must not hit the next
  /// one.
  void invalidate() { buffers_.clear(); }

 private:
  backend& machine_;
  const problem_instance& instance_;
  std::map<std::pair<std::string, std::size_t>, guarded_buffer> buffers_;
};

/// A plan with its kernels loaded and its buffers allocated on a device, once or in several
/// placements: on a card, where a buffer lies can matter as much as what is done with it.
class prepared_point {
 public:
  /// `pool`: whose buffers it shares with other points of the same problem, which may leave their
  /// outputs there; null: a pool of its own. Throws device_error if the device has no room or
  /// refuses a kernel, unsupported_kernel if a library cannot tell how large a buffer must be.
  prepared_point(backend& machine, const launch_plan& plan,
                 const std::vector<compiler::kernel_handle>& kernels, device_inputs& inputs,
                 std::size_t placements = 1, std::shared_ptr<buffer_pool> pool = nullptr);

  std::size_t placements() const { return placements_.size(); }

  /// Where the next executions work.
  void place(std::size_t placement) { current_ = placement; }

  /// Poisons outputs and scratch of all placements, and clears their state.
  void poison();

  /// Enqueues what must be done before each execution, untimed: inputs that it overwrites.
  void restore();
  bool must_restore() const { return !plan_.restore.empty(); }

  /// Enqueues every step, in order.
  void enqueue();

  /// The oracle's verdict over the outputs as they are, failing also for damaged canaries and state
  /// that was not left clear, in all placements that were executed in since they were poisoned.
  /// Sets `buffer` to the name of the output or of the damaged buffer. What `proven` knows to be
  /// right is not looked at again; it learns what is.
  verdict verify(const guarantees& guaranteed, std::string& buffer,
                 verified_output_cache* proven = nullptr);

  /// The outputs by name, as executions in the first placement left them.
  std::map<std::string, std::vector<std::byte>> outputs();

  /// Whole canaries and, where the plan says so, untouched inputs; else as verify().
  verdict find_damage(std::string& buffer, verified_output_cache* proven = nullptr);

  /// Resident blocks a multiprocessor for kernel `index` at its first launch, if known.
  std::optional<double> occupancy(std::size_t index) const;

 private:
  /// Buffers at addresses of their own.
  struct placed_buffers {
    std::vector<guarded_buffer*> buffers;  ///< By plan index: of the pool, or a shared input.
    bool used = false;
  };

  guarded_buffer& buffer(std::size_t index) const { return *placements_[current_].buffers[index]; }
  device_pointer address(const buffer_argument& argument) const;
  verdict verify_current(const guarantees& guaranteed, std::string& buffer,
                         verified_output_cache* proven);
  verdict judge_output(std::size_t index, const guarantees& guaranteed,
                       verified_output_cache* proven);
  std::span<const std::byte> downloaded(std::size_t index);
  verdict damage_of(std::size_t index, verified_output_cache* proven);
  void write_variables(const std::vector<compiler::kernel_handle>& kernels);
  void enqueue(const launch_step& launch);
  void enqueue(const launch_series& series);
  void enqueue(const fill_step& fill);
  void enqueue(const copy_step& copy);
  void enqueue(const native_step& native);

  backend& machine_;
  const launch_plan& plan_;
  device_inputs& inputs_;
  std::shared_ptr<buffer_pool> pool_;
  std::vector<backend::module_handle> modules_;
  std::vector<placed_buffers> placements_;
  std::size_t current_ = 0;
  std::vector<std::byte> on_host_;  ///< What was downloaded last.
};

}  // namespace warpmark
