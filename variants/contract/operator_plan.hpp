#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "variants/contract/plan_collector.hpp"

namespace warpmark {

/// What the kernels of reduce and most of those of scan begin with: what they read and write, and
/// the operator.
struct operator_arguments {
  type_argument In, Out, Op;
};
using operator_kernel = instance_after<operator_arguments>;

/// The plan of an execution that applies an operator to n elements: the part that the plan builders
/// of reduce and scan share. It has "output" already, after "input".
class operator_plan : public plan_collector {
 public:
  /// The output holds `results` results of the problem's operator.
  operator_plan(const problem& problem, std::uint64_t results);

  bool is_commutative() const;
  std::size_t output() const { return 1; }

  /// CUDA C++ of the operator, of its partial results, and of what a buffer holds: elements,
  /// results or partial results.
  std::string op_spelling() const;
  std::string value_spelling() const;
  std::string held_by(std::size_t buffer) const;
  std::size_t value_bytes() const;

  /// A buffer of `count` partial results. Returns its index.
  std::size_t scratch(std::string name, std::uint64_t count);

  /// Launches `kernel<In, Out, Op, …>(from, to, count, more…)`, where In and Out are what the
  /// buffers hold. The step may be changed.
  launch_step& launch(const operator_kernel& kernel, std::uint64_t grid, std::uint32_t block,
                      std::size_t from, std::size_t to, std::uint64_t count,
                      std::vector<kernel_argument> more = {});

  /// Writes the operator's neutral element into the first `count` elements of a buffer.
  void fill_identity(std::size_t buffer, std::uint64_t count);

 private:
  std::string op_;
};

}  // namespace warpmark
