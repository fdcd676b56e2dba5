#include "count/paired.cuh"
#include "weighted_histogram/bin_sums.cuh"

// One histogram per block, in shared memory, of any number of bins that fit.

namespace weighted_histogram {

// `sums` are zeros when the kernel begins. Sums that stayed zero are not added: adding zero changes
// none but -0, which no sum that began with 0 is.
template <class W, int block>
__global__ void __launch_bounds__(block)
    shared_block(const W* weights, const unsigned* keys, size_t n, W* sums, unsigned bins) {
  extern __shared__ unsigned shared[];
  W* const own = reinterpret_cast<W*>(shared);
  for (unsigned bin = threadIdx.x; bin < bins; bin += block) own[bin] = 0;
  __syncthreads();
  bin_sums<W> counter{own, bins};
  count::count_pairs<block>(weights, keys, n, counter);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += block)
    if (own[bin] != 0) atomicAdd(sums + bin, own[bin]);
}

}  // namespace weighted_histogram
