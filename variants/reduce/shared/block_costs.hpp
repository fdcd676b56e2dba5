#pragma once

#include <vector>

#include "variants/reduce/shared/predictions.hpp"

namespace warpmark::reduce {

/// A tree with a barrier after the load and one after each step.
block_cost tree_barriers();

/// The shared-memory tree with sequential addressing.
std::vector<block_cost> sequential_tree_costs();

/// kernels/common/unrolled_tree.cuh: the same down to 64 slots, which one warp reduces by shuffles.
std::vector<block_cost> unrolled_tree_costs();

/// Two levels of shuffles through one word of shared memory per warp.
std::vector<block_cost> two_level_shuffle_costs();

/// The same with one redux instead of five shuffles.
std::vector<block_cost> two_level_redux_costs();

/// kernels/common/block_fold.cuh.
std::vector<block_cost> block_fold_costs();

}  // namespace warpmark::reduce
