#pragma once

#include "common/dependent_launch.cuh"
#include "sort/ordered_key.cuh"
#include "sort/payload.cuh"

// One pass that merges `ways` runs into one, for any number of them: each key finds its index in
// the result by binary searches in all other runs. Of equal keys those of earlier runs come first.

namespace merge {

// How many of the sorted keys from `begin` to `end`, at least one, come before `key`; equal ones do
// if `ties`. All lanes take the same number of steps and load in each step; a lane that needs no
// key loads the last one.
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

// All warps of a block hold the same 32 keys and share the runs, so that many searches wait for
// memory at once. Lanes hold neighbouring keys, whose searches take nearly the same path.
template <class Key, class Payload, int block>
__global__ void __launch_bounds__(block)
    multiway_ranks(const Key* keys, const Payload* payloads, Key* to, Payload* payloads_to,
                   unsigned n, unsigned run, unsigned ways) {
  constexpr unsigned warps = block / 32;
  __shared__ unsigned counted[warps][32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned i = blockIdx.x * 32 + lane;
  dependent_launch::wait_and_trigger();
  unsigned before = 0;
  if (i < n) {
    const unsigned own = i / run, begin = own / ways * ways;
    const unsigned runs = (n - 1) / run + 1, end = ways < runs - begin ? begin + ways : runs;
    const auto key = sort::ordered_key<Key>::from(keys[i]);
    for (unsigned other = begin + warp; other < end; other += warps) {
      const unsigned first = other * run, last = run < n - first ? first + run : n;
      if (other != own) before += count_before(keys, first, last, key, other < own);
    }
    // The keys of its own run are in order already, after the runs before it.
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
