#pragma once

#include "common/warp_fold.cuh"

// The tree of a block whose size is known to the compiler: which steps there are is decided there,
// and no loop is left.

// One step, for blocks that have it: thread t < d folds slot t + d into its own.
template <int block, unsigned d, class T, class Op>
__device__ void tree_step(T* value, Op op) {
  if constexpr (block >= 2 * d) {
    if (threadIdx.x < d) value[threadIdx.x] = op(value[threadIdx.x], value[threadIdx.x + d]);
    __syncthreads();
  }
}

// Folds one value a thread over the block. Thread 0 gets the result. `value` has room for `block`
// values; another use of it must wait behind a barrier.
template <int block, class T, class Op>
__device__ T unrolled_tree(T mine, T* value, Op op) {
  const unsigned t = threadIdx.x;
  if constexpr (block > 32) {
    value[t] = mine;
    __syncthreads();
    tree_step<block, 512>(value, op);
    tree_step<block, 256>(value, op);
    tree_step<block, 128>(value, op);
    tree_step<block, 64>(value, op);
    if (t < 32) mine = op(value[t], value[t + 32]);
  }
  if (t < 32) mine = warp::exchange_down::fold(mine, op);
  return mine;
}
