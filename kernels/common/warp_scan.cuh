#pragma once

#include "common/warp_fold.cuh"

namespace warp {

// Inclusive scan over the lanes of a warp: the steps of Hillis and Steele by register exchange.
template <class T, class Op>
__device__ T inclusive_scan(T v, Op op) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    const T before = shuffle_up(v, d);
    if (lane >= d) v = op(before, v);
  }
  return v;
}

}  // namespace warp
