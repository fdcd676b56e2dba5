#pragma once

#include "common/vectors.cuh"
#include "sort/ordered_key.cuh"
#include "sort/payload.cuh"

// Comparison counting (Knuth, The Art of Computer Programming 3, section 5.2, algorithm C): the
// index of a key in the output is the number of keys that come before it. All n * n comparisons are
// independent.

namespace sort {

// Equal keys keep their order. For most groups of candidates all of them are before, or all after,
// the block's own keys in the input.
enum class candidate_order { before, mixed, after };

// count += a < b, and count += a <= b, as a comparison and a predicated addition. The compiler
// would emit three instructions.
__device__ inline void count_below(unsigned a, unsigned b, unsigned& count) {
  asm("{ .reg .pred p; setp.lt.u32 p, %1, %2; @p add.u32 %0, %0, 1; }"
      : "+r"(count)
      : "r"(a), "r"(b));
}
__device__ inline void count_not_above(unsigned a, unsigned b, unsigned& count) {
  asm("{ .reg .pred p; setp.le.u32 p, %1, %2; @p add.u32 %0, %0, 1; }"
      : "+r"(count)
      : "r"(a), "r"(b));
}
__device__ inline void count_below(unsigned long long a, unsigned long long b, unsigned& count) {
  asm("{ .reg .pred p; setp.lt.u64 p, %1, %2; @p add.u32 %0, %0, 1; }"
      : "+r"(count)
      : "l"(a), "l"(b));
}
__device__ inline void count_not_above(unsigned long long a, unsigned long long b,
                                       unsigned& count) {
  asm("{ .reg .pred p; setp.le.u64 p, %1, %2; @p add.u32 %0, %0, 1; }"
      : "+r"(count)
      : "l"(a), "l"(b));
}

template <int items, class Bits>
struct ranked_keys {
  Bits key[items];
  unsigned index[items], rank[items];

  // All lanes compare their own keys with one candidate, the key with index `place`.
  template <candidate_order candidates>
  __device__ void meet(Bits candidate, unsigned place) {
#pragma unroll
    for (int k = 0; k < items; ++k) {
      if (candidates == candidate_order::before ||
          (candidates == candidate_order::mixed && place < index[k]))
        count_not_above(candidate, key[k], rank[k]);
      else
        count_below(candidate, key[k], rank[k]);
    }
  }

  template <candidate_order candidates, int count>
  __device__ void meet_all(const Bits* of_shared, unsigned first) {
    using vector = common::vector_of<Bits, 16>;
#pragma unroll 4
    for (int v = 0; v < count / vector::width; ++v) {
      const vector four = reinterpret_cast<const vector*>(of_shared)[v];
#pragma unroll
      for (int j = 0; j < vector::width; ++j)
        meet<candidates>(four[j], first + v * vector::width + j);
    }
  }
};

// Each block ranks 32 * items keys, the same ones in all of its warps. The warps share the
// candidates, 128 per step, and add their counts at the end.
template <class Key, class Payload, int block, int items>
__global__ void __launch_bounds__(block)
    enumeration(const Key* keys, const Payload* payloads, Key* to, Payload* payloads_to, size_t n) {
  using bits = typename ordered_key<Key>::bits;
  constexpr unsigned warps = block / 32, step = 128, own = 32 * items;
  __shared__ __align__(16) bits candidates[warps][step];
  __shared__ unsigned counted[warps][own];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, first_own = blockIdx.x * own;

  ranked_keys<items, bits> mine;
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const unsigned i = first_own + k * 32 + lane;
    mine.key[k] = i < n ? ordered_key<Key>::from(keys[i]) : bits(0);
    mine.index[k] = i;
    mine.rank[k] = 0;
  }
  for (unsigned first = warp * step; first < n; first += warps * step) {
#pragma unroll
    for (unsigned k = 0; k < step; k += 32) {
      const unsigned i = first + k + lane;
      // Candidates past the end come before no key.
      candidates[warp][k + lane] = i < n ? ordered_key<Key>::from(keys[i]) : ~bits(0);
    }
    __syncwarp();
    if (first + step <= first_own)
      mine.template meet_all<candidate_order::before, step>(candidates[warp], first);
    else if (first >= first_own + own)
      mine.template meet_all<candidate_order::after, step>(candidates[warp], first);
    else
      mine.template meet_all<candidate_order::mixed, step>(candidates[warp], first);
    __syncwarp();
  }
#pragma unroll
  for (int k = 0; k < items; ++k) counted[warp][k * 32 + lane] = mine.rank[k];
  __syncthreads();
  for (unsigned k = threadIdx.x; k < own; k += block) {
    if (first_own + k >= n) return;
    unsigned rank = 0;
    for (unsigned w = 0; w < warps; ++w) rank += counted[w][k];
    to[rank] = keys[first_own + k];
    if constexpr (is_payload<Payload>) payloads_to[rank] = payloads[first_own + k];
  }
}

}  // namespace sort
