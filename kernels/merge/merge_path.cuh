#pragma once

#include "common/dependent_launch.cuh"
#include "merge/thread_merge.cuh"

// One pass of a merge sort: merges pairs of runs of `run` keys, the last of which may be shorter. A
// block produces a tile of block * items keys of the result. Searches on cross diagonals find the
// ends of the tile, so all blocks have equal work in each pass.

namespace merge {

// A pair of neighbouring runs in memory.
struct pair_of_runs {
  size_t begin;
  unsigned a_length, b_length;

  __device__ pair_of_runs(size_t n, size_t run, unsigned number) : begin(2 * run * number) {
    a_length = unsigned(run < n - begin ? run : n - begin);
    const size_t rest = n - begin - a_length;
    b_length = unsigned(run < rest ? run : rest);
  }
  __device__ unsigned length() const { return a_length + b_length; }
};

template <class Key>
struct run_reader {
  const Key* begin;
  __device__ auto operator()(unsigned i) const { return sort::ordered_key<Key>::from(begin[i]); }
};

// The number of keys of run a before each tile of each pair; one tile per thread.
template <class Key, int block>
__global__ void __launch_bounds__(block)
    find_splits(const Key* keys, size_t n, size_t run, unsigned tile_size, unsigned tiles_per_pair,
                unsigned tiles, unsigned* splits) {
  const unsigned tile = blockIdx.x * block + threadIdx.x;
  if (tile >= tiles) return;
  const pair_of_runs both(n, run, tile / tiles_per_pair);
  const size_t d = size_t(tile % tiles_per_pair) * tile_size;
  if (d > both.length()) return;
  const Key* const a = keys + both.begin;
  dependent_launch::wait_and_trigger();
  splits[tile] = split(unsigned(d), both.a_length, both.b_length, run_reader<Key>{a},
                       run_reader<Key>{a + both.a_length});
}

// Each block finds the ends of its own tile.
struct fused_search {
  template <int block, class Key>
  __device__ static void find(const Key* a, const pair_of_runs& of, unsigned begin, unsigned end,
                              const unsigned*, unsigned, unsigned (&found)[2]) {
    for (unsigned side = threadIdx.x / 32; side < 2; side += block / 32) {
      const unsigned place = split_by_warp(side == 0 ? begin : end, of.a_length, of.b_length,
                                           run_reader<Key>{a}, run_reader<Key>{a + of.a_length});
      if (threadIdx.x % 32 == 0) found[side] = place;
    }
    __syncthreads();
  }
};

// A previous kernel has found the beginnings of all tiles.
struct separate_search {
  template <int, class Key>
  __device__ static void find(const Key*, const pair_of_runs& of, unsigned, unsigned end,
                              const unsigned* splits, unsigned tile, unsigned (&found)[2]) {
    if (threadIdx.x == 0) {
      found[0] = splits[tile];
      found[1] = end == of.length() ? of.a_length : splits[tile + 1];
    }
    __syncthreads();
  }
};

// Merges a tile of two runs, from element `begin` of their result on: `count` elements. Indices
// count from where the arrays begin.
template <class Method, class Search, class Key, class Payload, int block, int items>
__device__ __forceinline__ void merge_tile(
    tile<typename sort::ordered_key<Key>::bits, Payload, block, items> own, unsigned* board,
    unsigned (&a_places)[2], const Key* keys, const Payload* payloads, Key* to,
    Payload* payloads_to, const pair_of_runs& of, unsigned begin, unsigned count,
    const unsigned* splits, unsigned number) {
  using bits = typename sort::ordered_key<Key>::bits;
  Search::template find<block>(keys + of.begin, of, begin, begin + count, splits, number, a_places);

  const unsigned a_begin = a_places[0], a_count = a_places[1] - a_begin;
  const auto a = stretch<Key, Payload>{keys, payloads} + of.begin;
  own.load(a + a_begin, a + (of.a_length + (begin - a_begin)), a_count, count);
  __syncthreads();
  const runs both{0, a_count, a_count, own.size - a_count};
  const auto part = part_of<Method, items, false>(own, both, threadIdx.x, block, board);
  bits key[items];
  Payload payload[items];
  Method::merge(own, both, part, key, payload);
  __syncthreads();
  own.put(key, payload);
  __syncthreads();
  own.store(to + of.begin + begin, payloads_to + of.begin + begin, count);
}

template <class Key, class Payload, int block, int items, class Method, class Search>
__global__ void __launch_bounds__(block)
    merge_path(const Key* keys, const Payload* payloads, Key* to, Payload* payloads_to, size_t n,
               size_t run, unsigned tiles_per_pair, const unsigned* splits) {
  using bits = typename sort::ordered_key<Key>::bits;
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ unsigned board[block], a_places[2];
  tile<bits, Payload, block, items> own(shared);

  const pair_of_runs of(n, run, blockIdx.x / tiles_per_pair);
  const size_t first = size_t(blockIdx.x % tiles_per_pair) * own.size;
  if (first >= of.length()) return;  // of a last pair that is shorter than the others
  const unsigned begin = unsigned(first), left = of.length() - begin;
  const unsigned count = left < own.size ? left : own.size;
  dependent_launch::wait_and_trigger();
  merge_tile<Method, Search>(own, board, a_places, keys, payloads, to, payloads_to, of, begin,
                             count, splits, blockIdx.x);
}

}  // namespace merge
