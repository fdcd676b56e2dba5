#pragma once

#include "scan/scan_tiles.cuh"

// Divide and conquer, in shared memory: both halves of a range are scanned, then the left half's
// total, its last element, is added to every element of the right half. log2(n) steps, in each of
// which n/2 threads add once: no thread is idle, and no thread reads what another one writes in the
// same step, so that a step in place needs one barrier. All threads of a right half read one word,
// which is broadcast.

namespace scan {

template <class Op, int block>
struct sklansky {
  using value = typename Op::value;
  static constexpr int threads = block;
  static constexpr int segments = 2;  // elements t and t + block: no conflict while loading
  static constexpr unsigned size = 2 * block;

  struct storage {
    value prefix[size];
  };

  template <bool inclusive>
  __device__ static value scan(storage& shared, value (&v)[2], Op op) {
    const unsigned t = threadIdx.x;
    shared.prefix[t] = v[0];
    shared.prefix[t + block] = v[1];
#pragma unroll 1
    for (unsigned half = 1; half < size; half *= 2) {
      __syncthreads();
      const unsigned right_half = t / half * (2 * half) + half;
      value& right = shared.prefix[right_half + t % half];
      right = op(shared.prefix[right_half - 1], right);
    }
    __syncthreads();
    constexpr unsigned shift = inclusive ? 0 : 1;
    v[0] = t < shift ? Op::identity() : shared.prefix[t - shift];
    v[1] = shared.prefix[t + block - shift];
    return shared.prefix[size - 1];
  }
};

}  // namespace scan
