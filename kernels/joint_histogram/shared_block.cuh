#include "count/merge.cuh"
#include "count/paired.cuh"
#include "count/private_counts.cuh"
#include "joint_histogram/joint_bin.cuh"

// One matrix of counters per block, in shared memory.

namespace joint_histogram {

// `counts` are zeros when the kernel begins.
template <class T, int block>
__global__ void __launch_bounds__(block)
    shared_block(const T* keys, const T* keys_y, size_t n, unsigned* counts, unsigned bins) {
  extern __shared__ unsigned own[];
  count::clear_words<block>(own, bins * bins);
  __syncthreads();
  joint_counter<T> counter{own, bins};
  count::count_pairs<block>(keys, keys_y, n, counter);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins * bins; bin += block)
    count::add_to(counts + bin, own[bin]);
}

}  // namespace joint_histogram
