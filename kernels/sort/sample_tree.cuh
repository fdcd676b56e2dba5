#pragma once

#include "sort/ordered_key.cuh"

// The buckets of a sample sort. With ascending splitters s, bucket b holds the keys above s[b - 1]
// and up to s[b]. Keys equal to two splitters or more have a bucket of their own, between the two:
// it needs no sort.

namespace sort {

// Whether all keys of the bucket are equal.
template <class Bits>
__device__ bool holds_equal_keys(const Bits* splitters, unsigned bucket, unsigned buckets) {
  return bucket > 0 && bucket + 1 < buckets && splitters[bucket - 1] == splitters[bucket];
}

// The splitters as a search tree in shared memory: the children of node j are 2 * j and 2 * j + 1,
// so that the nodes of a level are in different banks, and a step of the search is a comparison and
// an addition, without branches. `buckets` is a power of two.
template <class Bits>
struct splitter_tree {
  Bits *nodes, *splitters;
  unsigned buckets, levels;

  static constexpr unsigned slots(unsigned buckets) { return 2 * buckets + 2; }

  __device__ splitter_tree(Bits* room, unsigned buckets)
      : nodes(room),
        splitters(room + buckets),
        buckets(buckets),
        levels(31 - __clz(int(buckets))) {}

  // By all threads of the block; requires a barrier after it. The last splitter is repeated past
  // the end, where no key that is above all splitters equals it.
  __device__ void load(const Bits* sorted) const {
    for (unsigned i = threadIdx.x; i <= buckets; i += blockDim.x)
      splitters[i] = sorted[i < buckets - 1 ? i : buckets - 2];
    for (unsigned j = threadIdx.x; j < buckets; j += blockDim.x) {
      if (j == 0) continue;
      const unsigned level = 31 - __clz(int(j)), place = j - (1u << level);
      nodes[j] = sorted[((2 * place + 1) << (levels - 1 - level)) - 1];
    }
  }

  template <int items>
  __device__ void find(const Bits (&key)[items], unsigned (&bucket)[items]) const {
#pragma unroll
    for (int k = 0; k < items; ++k) bucket[k] = 1;
    for (unsigned level = 0; level < levels; ++level) {
#pragma unroll
      for (int k = 0; k < items; ++k) bucket[k] = 2 * bucket[k] + (nodes[bucket[k]] < key[k]);
    }
#pragma unroll
    for (int k = 0; k < items; ++k) {
      bucket[k] -= buckets;  // the number of splitters below the key
      bucket[k] += splitters[bucket[k] + 1] == key[k];
    }
  }
};

}  // namespace sort
