#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "variants/contract/operator_plan.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::reduce {

/// Collects the kernels, buffers and steps of a reduction.
class plan_builder : public operator_plan {
 public:
  explicit plan_builder(const problem& problem) : operator_plan(problem, 1) {}
};

/// A kernel that reduces tiles of `block * items` elements to one value each.
struct block_pass {
  operator_kernel kernel;
  std::uint32_t block;
  std::uint32_t items;
};

/// Repeats `pass` over block sums of block sums until one value is left, which goes to the output:
/// at least once, and once even for no elements. Alternates between two scratch buffers.
void add_passes(plan_builder& builder, const block_pass& pass, std::size_t from,
                std::uint64_t count);

/// Launches that add_passes makes, and roundings on the way: each pass costs one per item loaded
/// and `tree_depth` in the block.
std::uint64_t pass_count(std::uint64_t count, std::uint64_t tile);
double passes_rounding_depth(std::uint64_t count, std::uint32_t block, std::uint32_t items,
                             double tree_depth);

/// The operators of a variant that takes elements out of their order.
std::vector<std::string> commutative_operators();

/// Those that the hardware, or a compare-and-swap of one word, performs atomically.
std::vector<std::string> atomic_operators();

/// For variants that take elements in order only if each thread loads one of them.
constraint order_needs_one_item();

}  // namespace warpmark::reduce
