#pragma once

#include "common/dependent_launch.cuh"
#include "merge/thread_merge.cuh"
#include "merge/warp_sort.cuh"

// Each block sorts a tile of block * items keys: threads sort their own in registers, then 2, 4, 8,
// … threads merge two runs into one, in shared memory. Stable. Without payloads, warps can also
// sort in registers.

namespace merge {

template <class Method, bool within_warp, class Tile, class Bits, class Payload, int items>
__device__ void merge_neighbours(Tile& in, unsigned threads, unsigned* board, Bits (&key)[items],
                                 Payload (&payload)[items]) {
  const auto wait = [] { within_warp ? __syncwarp() : __syncthreads(); };
  in.put(key, payload);
  wait();
  const unsigned rank = threadIdx.x % threads, length = threads / 2 * items;
  const unsigned begin = (threadIdx.x - rank) * items;
  const runs both{begin, length, begin + length, length};
  const auto part = part_of<Method, items, within_warp>(in, both, rank, threads, board);
  Method::merge(in, both, part, key, payload);
  wait();
}

// Sorts the `count` keys from index `begin` on, at most a tile, and stores them at the same index.
template <class Method, class Key, class Payload, int block, int items, bool bitonic_warps>
__device__ __forceinline__ void sort_tile(
    tile<typename sort::ordered_key<Key>::bits, Payload, block, items, bitonic_warps> own,
    unsigned* board, const Key* keys, const Payload* payloads, Key* to, Payload* payloads_to,
    size_t begin, unsigned count) {
  using bits = typename sort::ordered_key<Key>::bits;
  bits key[items];
  Payload payload[items];
  if constexpr (is_payload<Payload>) {
    const auto from = stretch<Key, Payload>{keys, payloads} + begin;
    own.load(from, from, own.size, count);
    __syncthreads();
    slotted_key<bits> slotted[items];
    own.get(slotted);
    sort_keys(slotted);
    own.take(slotted, key, payload);
  } else {
    // Any assignment of keys to threads will do.
#pragma unroll
    for (int k = 0; k < items; ++k)
      key[k] = k * block + threadIdx.x < count
                   ? sort::ordered_key<Key>::from((keys + begin + threadIdx.x)[k * block])
                   : highest_key<bits>;
    sort_keys(key);
  }
  if constexpr (bitonic_warps) {
    sort_across_lanes(key);
  } else {
#pragma unroll 1
    for (unsigned threads = 2; threads <= 32; threads *= 2)
      merge_neighbours<Method, true>(own, threads, board, key, payload);
  }
#pragma unroll 1
  for (unsigned threads = 64; threads <= block; threads *= 2)
    merge_neighbours<Method, false>(own, threads, board, key, payload);
  own.put(key, payload);
  __syncthreads();
  own.store(to + begin, payloads_to + begin, count);
}

template <class Key, class Payload, int block, int items, class Method, bool bitonic_warps>
__global__ void __launch_bounds__(block)
    block_sort(const Key* keys, const Payload* payloads, Key* to, Payload* payloads_to, size_t n) {
  using bits = typename sort::ordered_key<Key>::bits;
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ unsigned board[block];
  tile<bits, Payload, block, items, bitonic_warps> own(shared);
  const size_t begin = size_t(blockIdx.x) * own.size;
  const unsigned count = begin + own.size <= n ? own.size : n > begin ? unsigned(n - begin) : 0;
  dependent_launch::wait_and_trigger();
  sort_tile<Method, Key>(own, board, keys, payloads, to, payloads_to, begin, count);
}

}  // namespace merge
