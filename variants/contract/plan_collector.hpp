#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "variants/contract/element_type.hpp"
#include "variants/contract/launch_plan.hpp"
#include "variants/contract/parameters.hpp"
#include "variants/contract/template_arguments.hpp"

namespace warpmark {

/// Collects the kernels, buffers and steps of a plan over n elements: the part that the plan
/// builders of all families share. It has buffer 0, "input", already: n elements after `offset`
/// others.
class plan_collector {
 public:
  explicit plan_collector(const problem& problem);

  std::uint64_t n() const { return n_; }
  element_type type() const { return type_; }
  std::size_t input() const { return 0; }

  /// Where the contents of a buffer begin: for the input, after `offset` elements.
  buffer_argument begin_of(std::size_t buffer) const {
    return {buffer, buffer == input() ? offset_bytes_ : 0};
  }
  buffer_argument input_argument() const { return begin_of(input()); }

  /// Each adds a buffer and returns its index. Inputs and outputs are matched with the problem's
  /// by name.
  std::size_t add_input(std::string name, std::size_t size_bytes);
  std::size_t add_output(std::string name, std::size_t size_bytes);
  std::size_t scratch_bytes(std::string name, std::size_t size_bytes);

  /// Bytes that are zeros whenever an execution begins (see buffer_role). Returns its index.
  std::size_t state(std::string name, std::size_t size_bytes);

  /// Bytes, a multiple of 4, that the plan itself fills with zeros next, inside the timed span.
  /// Returns the buffer's index.
  std::size_t zeroed(std::string name, std::size_t size_bytes);

  /// A buffer whose size a library reports after the device is open. Returns its index.
  std::size_t scratch_of_asked_size(std::string name, std::function<std::size_t()> size_bytes);

  /// Launches a kernel. The step may be changed.
  launch_step& launch_instance(const template_instance& kernel, std::uint64_t grid,
                               std::uint32_t block, std::vector<kernel_argument> arguments);

  /// The step that launch_instance would add, for series.
  launch_step instance(const template_instance& kernel, std::uint64_t grid, std::uint32_t block,
                       std::vector<kernel_argument> arguments);

  /// Launches `at(0)` to `at(count - 1)` in order.
  void launch_one_by_one(std::uint64_t count, std::function<launch_step(std::uint64_t)> at);

  /// Marks all kernels so far as launching kernels themselves.
  void let_kernels_launch();

  /// Has all kernels so far compiled for an architecture, or for a newer one if the device's is.
  void compile_for(int architecture);

  /// Writes `count` copies of a 4- or 8-byte pattern, inside the timed span.
  void fill(buffer_argument target, scalar_argument pattern, std::size_t count);

  /// Copies inside the timed span, and before each execution, untimed.
  void copy(buffer_argument to, buffer_argument from, std::size_t size_bytes);
  void restore(buffer_argument to, buffer_argument from, std::size_t size_bytes);

  /// Calls compiled host code.
  void call(native_step step) { plan_.steps.emplace_back(std::move(step)); }

  launch_plan take() { return std::move(plan_); }

 protected:
  std::size_t add_buffer(buffer_spec spec);
  const buffer_spec& buffer(std::size_t index) const { return plan_.buffers[index]; }

 private:
  std::uint64_t n_;
  element_type type_;
  std::size_t offset_bytes_;
  launch_plan plan_;
};

/// ceil(n / tile), but at least 1: an empty input still has one block.
std::uint64_t blocks_for(std::uint64_t n, std::uint64_t tile);

}  // namespace warpmark
