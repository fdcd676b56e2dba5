#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/buffer_pool.hpp"
#include "bench/core/device_inputs.hpp"
#include "bench/core/guarded_buffer.hpp"
#include "bench/core/verified_output_cache.hpp"
#include "variants/contract/family.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark {

/// Device memory of one placement of the plan's buffers, in bytes.
std::size_t footprint_bytes(const launch_plan& plan);

/// A plan with its kernels loaded and its buffers allocated on a device, in one or several
/// placements. On a GPU the address of a buffer can affect the time as much as the code does.
class prepared_point {
 public:
  /// `pool`: buffers shared with other points of the same problem, which may leave their outputs
  /// there; null: a private pool. Throws device_error if the device is out of memory or rejects a
  /// kernel, unsupported_kernel if a library cannot report the size of a buffer.
  prepared_point(backend& machine, const launch_plan& plan,
                 const std::vector<compiler::kernel_handle>& kernels, device_inputs& inputs,
                 std::size_t placements = 1, std::shared_ptr<buffer_pool> pool = nullptr);

  std::size_t placements() const { return placements_.size(); }

  /// Selects the placement of the next executions.
  void place(std::size_t placement) { current_ = placement; }

  /// Poisons outputs and scratch of all placements, and clears their state.
  void poison();

  /// Enqueues, for the current placement, the inputs of a set, poison in outputs and scratch, and
  /// the module's variables that have inputs. Whoever changes sets must call device_inputs::stage()
  /// before. `by`: null for a device without kernels.
  void renew(std::size_t set, renewal* by);

  /// Enqueues the untimed preparation of an execution: restores the inputs that it overwrites.
  void restore();
  bool must_restore() const { return !plan_.restore.empty(); }

  /// Enqueues every step, in order.
  void enqueue();

  /// Sets the number of operations of each native step, once they have been counted.
  void set_native_operations(std::size_t operations) { native_operations_ = operations; }

  /// The name of a buffer, not an input, whose first or last bytes are not as poison() left them;
  /// empty if there is none. Of the first placement.
  std::string written_buffer();

  /// The oracle's result on the current outputs, in all placements that were used since they were
  /// poisoned. Fails also for damaged canaries and for state that is not zero. Sets `buffer` to the
  /// name of the output or of the damaged buffer, whose placement is then the current one. Outputs
  /// in `verified` are not checked again; verified ones are added to it.
  oracle_result verify(const guarantees& guaranteed, std::string& buffer,
                       verified_output_cache* verified = nullptr);

  /// The same for the current placement only.
  oracle_result verify_current(const guarantees& guaranteed, std::string& name,
                               verified_output_cache* verified);

  /// What an output of the current placement is that the last verification found to be wrong.
  enum class wrong_output { other, of_other_inputs, unwritten };
  wrong_output why_wrong(const std::string& name, const guarantees& guaranteed);

  /// The outputs of the first placement, by name.
  std::map<std::string, std::vector<std::byte>> outputs();

  /// Checks only canaries, inputs and state; otherwise as verify().
  oracle_result find_damage(std::string& name, verified_output_cache* verified = nullptr);

  /// Addresses of the module variables that the plan writes.
  const std::vector<device_pointer>& variables() const { return variables_; }

  /// The loaded kernels, by plan index.
  const std::vector<backend::module_handle>& modules() const { return modules_; }

  /// The resources of kernel `index` if the device's driver has compiled it.
  std::optional<compiler::kernel_resources> driver_resources(std::size_t index) const {
    return machine_.driver_resources(modules_[index]);
  }

  /// Resident blocks per multiprocessor of kernel `index` at its first launch, if known.
  std::optional<double> occupancy(std::size_t index) const;

 private:
  /// One set of buffers at its own addresses.
  struct placed_buffers {
    std::vector<guarded_buffer*> buffers;  ///< By plan index: from the pool, or a shared input.
    bool used = false;
  };

  guarded_buffer& buffer(std::size_t index) const { return *placements_[current_].buffers[index]; }
  device_pointer address(const buffer_argument& argument) const;
  oracle_result judge_output(std::size_t index, const guarantees& guaranteed,
                             verified_output_cache* verified);
  std::string name_in_set(const std::string& name) const;
  std::span<const std::byte> downloaded(std::size_t index);
  oracle_result damage_of(std::size_t index, verified_output_cache* verified);
  void find_variables(const std::vector<compiler::kernel_handle>& kernels);
  void write_variables();
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
  std::vector<device_pointer> variables_;  ///< Those of the plan, in its order.
  std::vector<placed_buffers> placements_;
  std::size_t current_ = 0;
  bool is_damaged_ = false;  ///< Whether the last verification ended before it came to outputs.
  std::optional<std::size_t> native_operations_;
  std::vector<std::byte> on_host_;  ///< The last download.
};

}  // namespace warpmark
