#pragma once

#include "common/warp_fold.cuh"
#include "merge/thread_sort.cuh"

// A warp sorts the keys in the registers of its lanes by Batcher's bitonic network. Lanes exchange
// registers for comparisons across lanes.

namespace merge {

// The lower lane of a pair keeps the lower keys.
template <class Bits>
__device__ Bits kept(Bits own, Bits other, bool is_lower) {
  return (other < own) == is_lower ? other : own;
}

// Each lane's own keys, a power of two of them, are sorted before; afterwards those of lane 0 come
// first, then those of lane 1, and so on.
template <int items, class Bits>
__device__ void sort_across_lanes(Bits (&key)[items]) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll 1
  for (unsigned lanes = 2; lanes <= 32; lanes *= 2) {
    // Two ascending halves: the first key is compared with the last, the second with the last but
    // one, …
    const bool in_first_half = (lane & lanes / 2) == 0;
#pragma unroll
    for (int k = 0; k < items / 2; ++k) {
      const Bits others_last = warp::shuffle_xor(key[items - 1 - k], int(lanes - 1));
      const Bits others_first = warp::shuffle_xor(key[k], int(lanes - 1));
      key[k] = kept(key[k], others_last, in_first_half);
      key[items - 1 - k] = kept(key[items - 1 - k], others_first, in_first_half);
    }
#pragma unroll 1
    for (unsigned distance = lanes / 4; distance > 0; distance /= 2) {
      const bool is_lower = (lane & distance) == 0;
#pragma unroll
      for (int k = 0; k < items; ++k)
        key[k] = kept(key[k], warp::shuffle_xor(key[k], int(distance)), is_lower);
    }
    half_clean<items / 2>(key);
  }
}

}  // namespace merge
