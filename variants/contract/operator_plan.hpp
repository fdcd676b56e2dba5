#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "variants/contract/element_type.hpp"
#include "variants/contract/launch_plan.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark {

/// Collects the kernels, buffers and steps of a plan that applies an operator to n elements: what
/// the plan builders of reduce and scan have in common. "input" and "output" are there already.
class operator_plan {
 public:
  /// The output holds `results` results of the problem's operator; kernels lie below `family`.
  operator_plan(std::string family, const problem& asked, std::uint64_t results);

  std::uint64_t n() const { return n_; }
  element_type type() const { return type_; }
  bool is_commutative() const;
  std::size_t input() const { return 0; }
  std::size_t output() const { return 1; }

  /// Where what a buffer holds begins: for the input, behind `offset` elements.
  buffer_argument begin_of(std::size_t buffer) const {
    return {buffer, buffer == input() ? offset_bytes_ : 0};
  }
  buffer_argument input_argument() const { return begin_of(input()); }

  /// CUDA C++ of the operator, of its partial results, and of what a buffer holds: elements,
  /// results or partial results.
  std::string op_spelling() const;
  std::string value_spelling() const;
  std::string held_by(std::size_t buffer) const;
  std::size_t value_bytes() const;

  /// A buffer of `count` partial results. Returns its index.
  std::size_t scratch(std::string name, std::uint64_t count);

  /// Bytes that are zeros whenever an execution begins (see buffer_role). Returns its index.
  std::size_t state(std::string name, std::size_t size_bytes);

  /// Bytes, a multiple of 4, that the plan itself fills with zeros next, inside the timed span.
  /// Returns the buffer's index.
  std::size_t zeroed(std::string name, std::size_t size_bytes);

  /// A buffer whose size a library tells once the device is open. Returns its index.
  std::size_t scratch_of_asked_size(std::string name, std::function<std::size_t()> size_bytes);

  /// Launches `family::kernel<In, Out, Op, arguments…>(from, to, count, more…)` of the file
  /// `family`/`kernel`.cuh, where In and Out are what the buffers hold. The step may be changed.
  launch_step& launch(std::string_view kernel, const std::vector<std::string>& arguments,
                      std::uint64_t grid, std::uint32_t block, std::size_t from, std::size_t to,
                      std::uint64_t count, std::vector<kernel_argument> more = {});

  /// Launches `family::function` of the file `family`/`file`.cuh, where `function` is a name with
  /// its template arguments.
  launch_step& launch_instance(std::string_view file, std::string_view function, std::uint64_t grid,
                               std::uint32_t block, std::vector<kernel_argument> arguments);

  /// Writes the operator's neutral element into the first `count` elements of a buffer.
  void fill_identity(std::size_t buffer, std::uint64_t count);

  /// Calls compiled host code.
  void call(native_step step) { plan_.steps.emplace_back(std::move(step)); }

  launch_plan take() { return std::move(plan_); }

 private:
  std::string family_;
  std::uint64_t n_;
  element_type type_;
  std::size_t offset_bytes_;
  std::string op_;
  launch_plan plan_;
};

/// ceil(n / tile), but at least 1: an empty input still has one block.
std::uint64_t blocks_for(std::uint64_t n, std::uint64_t tile);

}  // namespace warpmark
