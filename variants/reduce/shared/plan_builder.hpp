#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "variants/contract/element_type.hpp"
#include "variants/contract/launch_plan.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark::reduce {

/// Collects the kernels, buffers and steps of a reduction; "input" and "output" are there already.
class plan_builder {
 public:
  explicit plan_builder(const problem& asked);

  std::uint64_t n() const { return n_; }
  element_type type() const { return type_; }
  std::size_t input() const { return 0; }
  std::size_t output() const { return 1; }

  /// A buffer of `count` elements. Returns its index.
  std::size_t scratch(std::string name, std::uint64_t count);

  /// A buffer whose size a library tells once the device is open. Returns its index.
  std::size_t scratch_of_asked_size(std::string name, std::function<std::size_t()> size_bytes);

  /// Launches `reduce::kernel<T, Op, arguments…>(from, to, count)` of file reduce/`kernel`.cuh.
  void launch(std::string_view kernel, const std::vector<std::string>& arguments,
              std::uint64_t grid, std::uint32_t block, std::size_t from, std::size_t to,
              std::uint64_t count);

  /// Writes the operator's neutral element into the first `count` elements of a buffer.
  void fill_identity(std::size_t buffer, std::uint64_t count);

  /// Calls compiled host code.
  void call(native_step step) { plan_.steps.emplace_back(std::move(step)); }

  launch_plan take() { return std::move(plan_); }

 private:
  std::uint64_t n_;
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

/// Operator names of the problem axis as the kernels spell them: "sum" -> "ops::sum".
std::string operator_spelling(const std::string& op);

}  // namespace warpmark::reduce
