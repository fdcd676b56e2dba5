#include "count/keys.cuh"

// One atomic in global memory per key.

namespace count {

template <class T, unsigned bins>
struct global_counter : counts_one_by_one<global_counter<T, bins>, T, bins> {
  unsigned* counts;

  __device__ void add_bin(unsigned bin) { atomicAdd(counts + bin, 1u); }
};

template <class T, unsigned bins, int block, int unroll>
__global__ void __launch_bounds__(block) atomic_global(const T* keys, size_t n, unsigned* counts) {
  global_counter<T, bins> counter;
  counter.counts = counts;
  count_share<block, unroll>(keys, n, counter, [] {});
}

}  // namespace count
