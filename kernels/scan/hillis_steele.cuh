#pragma once

#include "scan/scan_tiles.cuh"

// In the step of distance d every thread adds the value d before its own: log2(B) steps of up to B
// additions each. All warps work in every step, and consecutive lanes access consecutive words. In
// place, a step needs one barrier between reading and writing and one after it; with two
// alternating buffers only the latter.

namespace scan {

template <class Op, int block, int buffers>
struct hillis_steele {
  using value = typename Op::value;
  static constexpr int threads = block;
  static constexpr int segments = 1;

  struct storage {
    value prefix[buffers][block];
  };

  template <bool inclusive>
  __device__ static value scan(storage& shared, value (&v)[1], Op op) {
    const unsigned t = threadIdx.x;
    unsigned current = 0;
    value own = v[0];
    shared.prefix[current][t] = own;
    __syncthreads();
    for (unsigned d = 1; d < block; d *= 2) {
      if (t >= d) own = op(shared.prefix[current][t - d], own);  // the earlier one on the left
      if constexpr (buffers == 1)
        __syncthreads();
      else
        current = 1 - current;
      shared.prefix[current][t] = own;
      __syncthreads();
    }
    if constexpr (!inclusive) own = t == 0 ? Op::identity() : shared.prefix[current][t - 1];
    v[0] = own;
    return shared.prefix[current][block - 1];
  }
};

}  // namespace scan
