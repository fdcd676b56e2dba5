#pragma once

#include "sort/ordered_key.cuh"
#include "sort/payload.cuh"

// One pass that makes one run of `ways` runs, however many they are: each key finds its place in
// the result by binary searches in all other runs, and goes there. Of equal keys those of earlier
// runs come first.

namespace merge {

// How many of the sorted keys from `begin` to `end`, at least one, come before the key; equal ones
// do if `ties` says so. All lanes take as many steps and load in each, the last key if they know
// better.
template <class Key, class Bits>
__device__ unsigned count_before(const Key* keys, unsigned begin, unsigned end, Bits key,
                                 bool ties) {
  unsigned place = begin;
  for (unsigned step = 1u << (31 - __clz(end - begin)); step > 0; step /= 2) {
    const unsigned next = place + step;
    const Bits other = sort::ordered_key<Key>::from((keys - 1)[next < end ? next : end]);
    if (next <= end && (other < key || (ties && other == key))) place = next;
  }
  return place - begin;
}

// All warps of a block hold the same 32 keys and share out the runs, so that many searches wait for
// memory together. Lanes hold neighbouring keys, which take nearly the same way.
template <class Key, class Payload, int block>
__global__ void __launch_bounds__(block)
    multiway_ranks(const Key* keys, const Payload* payloads, Key* to, Payload* payloads_to,
                   unsigned n, unsigned run, unsigned ways) {
  constexpr unsigned warps = block / 32;
  __shared__ unsigned counted[warps][32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned i = blockIdx.x * 32 + lane;
  unsigned before = 0;
  if (i < n) {
    const unsigned own = i / run, begin = own / ways * ways;
    const unsigned runs = (n - 1) / run + 1, end = ways < runs - begin ? begin + ways : runs;
    const auto key = sort::ordered_key<Key>::from(keys[i]);
    for (unsigned other = begin + warp; other < end; other += warps) {
      const unsigned first = other * run, last = run < n - first ? first + run : n;
      if (other != own) before += count_before(keys, first, last, key, other < own);
    }
    // Those of its own run stand there as they shall, behind the runs before the first.
    if (warp == 0) before += i - (own - begin) * run;
  }
  counted[warp][lane] = before;
  __syncthreads();
  if (warp != 0 || i >= n) return;
#pragma unroll
  for (unsigned w = 1; w < warps; ++w) before += counted[w][lane];
  to[before] = keys[i];
  if constexpr (sort::is_payload<Payload>) payloads_to[before] = payloads[i];
}

}  // namespace merge
