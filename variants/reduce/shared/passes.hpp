#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/predictions.hpp"

namespace warpmark::reduce {

/// Completes a variant that consists of passes of one kernel: its plan, its rounding depth, its
/// level of determinism, and predictions: `costs` of each block, launches, and what is loaded and
/// stored. `depth_of` gives the roundings of one element in a block of that many threads, after
/// loading.
variant made_of_passes(variant described, block_pass (*pass_of)(const config&),
                       double (*depth_of)(std::uint32_t block), std::vector<block_cost> costs);

/// log2 of the block: one addition per step.
double tree_depth(std::uint32_t block);

/// Five steps within a warp and five among the warps.
double two_level_depth(std::uint32_t block);

/// A pass of the two-level shuffle kernel with an exchange of kernels/common/.
block_pass shuffle_pass(const config& config, const std::string& exchange);

/// A pass of a kernel whose threads reduce two elements each while loading.
template <class Kernel>
block_pass pass_of_pairs(const config& config) {
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  return {Kernel{.block = block}, block, 2};
}

/// Which warps of the two-level shuffle reduce the warps' results.
axis second_level_axis();

}  // namespace warpmark::reduce
