#include "count/private_counts.cuh"

// One histogram per warp, in shared memory: lanes of a warp contend, warps do not.

namespace count {

template <class T, unsigned bins, int block>
struct warp_counter : counts_one_by_one<warp_counter<T, bins, block>, T, bins> {
  static constexpr int warps = block / 32;
  unsigned* counters;  // [warps][bins]
  unsigned* own;

  __device__ explicit warp_counter(unsigned* shared)
      : counters(shared), own(shared + threadIdx.x / 32 * bins) {}

  __device__ void clear() { clear_words<block>(counters, warps * bins); }
  __device__ void add_bin(unsigned bin) { atomicAdd(own + bin, 1u); }
  __device__ void done() {}
  __device__ unsigned total(unsigned bin) const {
    unsigned sum = 0;
#pragma unroll
    for (int warp = 0; warp < warps; ++warp) sum += counters[warp * bins + bin];
    return sum;
  }
};

template <class T, unsigned bins, int block, int unroll, class Merge>
__global__ void __launch_bounds__(block + Merge::more_threads)
    shared_warp(const T* keys, size_t n, unsigned* counts, unsigned* merging) {
  extern __shared__ unsigned counters[];
  warp_counter<T, bins, block> counter(counters);
  count_privately<block, unroll, bins, Merge>(keys, n, counts, merging, counter);
}

}  // namespace count
