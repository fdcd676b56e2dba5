#pragma once

#include "common/warp_fold.cuh"

// Reduces one value per thread over a block of full warps: 32 * 32 by register exchange, with one
// barrier. Thread 0 gets the result. A barrier must separate two calls, and any other use of
// `warp_value`.

namespace common {

template <int block, class T, class Op>
__device__ T block_fold(T value, T* warp_value, Op op) {
  constexpr unsigned warps = block / 32;
  const unsigned lane = threadIdx.x % 32;
  value = warp::exchange_down::fold(value, op);
  if constexpr (warps == 1) return value;
  if (lane == 0) warp_value[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32)
    value = warp::exchange_down::fold(lane < warps ? warp_value[lane] : Op::identity(), op);
  return value;
}

}  // namespace common
