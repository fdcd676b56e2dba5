#include "count/paired.cuh"
#include "weighted_histogram/bin_sums.cuh"

// One atomic in global memory per key: its weight is added to the sum of its bin.

namespace weighted_histogram {

// `sums` are zeros when the kernel begins.
template <class W, int block>
__global__ void __launch_bounds__(block)
    atomic_global(const W* weights, const unsigned* keys, size_t n, W* sums, unsigned bins) {
  bin_sums<W> counter{sums, bins};
  count::count_pairs<block>(weights, keys, n, counter);
}

}  // namespace weighted_histogram
