#pragma once

#include "common/warp_fold.cuh"

// The tree reduction of a block whose size is known at compile time: every step is resolved by the
// compiler, and no loop remains.

namespace common {

// One step, if the block is large enough for it: thread t < d adds slot t + d to its own slot.
template <int block, unsigned d, class T, class Op>
__device__ void tree_step(T* value, Op op) {
  if constexpr (block >= 2 * d) {
    if (threadIdx.x < d) value[threadIdx.x] = op(value[threadIdx.x], value[threadIdx.x + d]);
    __syncthreads();
  }
}

// Reduces one value per thread over the block. Thread 0 gets the result. `value` has room for
// `block` values; a barrier must precede another use of it.
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

}  // namespace common
