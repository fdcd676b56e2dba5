#include "count/private_counts.cuh"

// One histogram per block, in shared memory.

namespace count {

template <class T, unsigned bins, int block>
struct block_counter : counts_one_by_one<block_counter<T, bins, block>, T, bins> {
  unsigned* counters;  // [bins]

  __device__ void clear() { clear_words<block>(counters, bins); }
  __device__ void add_bin(unsigned bin) { atomicAdd(counters + bin, 1u); }
  __device__ void done() {}
  __device__ unsigned total(unsigned bin) const { return counters[bin]; }
};

template <class T, unsigned bins, int block, int unroll, class Merge>
__global__ void __launch_bounds__(block + Merge::more_threads)
    shared_block(const T* keys, size_t n, unsigned* counts, unsigned* merging) {
  extern __shared__ unsigned counters[];
  block_counter<T, bins, block> counter;
  counter.counters = counters;
  count_privately<block, unroll, bins, Merge>(keys, n, counts, merging, counter);
}

}  // namespace count
