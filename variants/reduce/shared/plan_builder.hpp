#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "variants/contract/element_type.hpp"
#include "variants/contract/launch_plan.hpp"
#include "variants/contract/parameters.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::reduce {

/// Collects the kernels, buffers and steps of a reduction; "input" and "output" are there already.
class plan_builder {
 public:
  explicit plan_builder(const problem& asked);

  std::uint64_t n() const { return n_; }
  element_type type() const { return type_; }
  bool is_commutative() const;
  std::size_t input() const { return 0; }
  std::size_t output() const { return 1; }

  /// Where the elements begin.
  buffer_argument input_argument() const { return {input(), offset_bytes_}; }

  /// A buffer of `count` partial results. Returns its index.
  std::size_t scratch(std::string name, std::uint64_t count);

  /// Bytes that are zeros whenever an execution begins (see buffer_role). Returns its index.
  std::size_t state(std::string name, std::size_t size_bytes);

  /// A buffer whose size a library tells once the device is open. Returns its index.
  std::size_t scratch_of_asked_size(std::string name, std::function<std::size_t()> size_bytes);

  /// Launches `reduce::kernel<In, Out, Op, arguments…>(from, to, count, more…)` of the file
  /// reduce/`kernel`.cuh, where In and Out are what the buffers hold. The step may be changed.
  launch_step& launch(std::string_view kernel, const std::vector<std::string>& arguments,
                      std::uint64_t grid, std::uint32_t block, std::size_t from, std::size_t to,
                      std::uint64_t count, std::vector<kernel_argument> more = {});

  /// Writes the operator's neutral element into the first `count` elements of a buffer.
  void fill_identity(std::size_t buffer, std::uint64_t count);

  /// Calls compiled host code.
  void call(native_step step) { plan_.steps.emplace_back(std::move(step)); }

  launch_plan take() { return std::move(plan_); }

 private:
  /// CUDA C++ of what a buffer holds: elements, a result, or partial results.
  std::string held_by(std::size_t buffer) const;

  std::uint64_t n_;
  std::size_t offset_bytes_ = 0;
  element_type type_;
  std::string op_;
  launch_plan plan_;
};

/// A kernel that folds tiles of `block * items` elements into one value each.
struct block_pass {
  std::string kernel;                  ///< File and function name below `reduce`.
  std::vector<std::string> arguments;  ///< Template arguments after <T, Op>.
  std::uint32_t block;
  std::uint32_t items;
};

/// Repeats `pass` over block sums of block sums until one value is left, which goes to the output:
/// at least once, and once even for no elements. Ping-pongs between two scratch buffers.
void add_passes(plan_builder& builder, const block_pass& pass, std::size_t from,
                std::uint64_t count);

/// Launches that add_passes makes, and roundings on the way: each pass costs one per item loaded
/// and `tree_depth` in the block.
std::uint64_t pass_count(std::uint64_t count, std::uint64_t tile);
double passes_rounding_depth(std::uint64_t count, std::uint32_t block, std::uint32_t items,
                             double tree_depth);

/// ceil(n / tile), but at least 1: an empty input still has one block, which writes the identity.
std::uint64_t blocks_for(std::uint64_t n, std::uint64_t tile);

/// The operators that a variant can work with that takes elements out of their order.
std::vector<std::string> commutative_operators();

/// Those that the hardware, or a compare-and-swap of one word, does atomically.
std::vector<std::string> atomic_operators();

/// For variants that take elements in order only if each thread loads one of them.
constraint order_needs_one_item();

}  // namespace warpmark::reduce
