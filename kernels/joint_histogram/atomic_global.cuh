#include "count/paired.cuh"
#include "joint_histogram/joint_bin.cuh"

// One atomic in global memory per pair of keys.

namespace joint_histogram {

template <class T, int block>
__global__ void __launch_bounds__(block)
    atomic_global(const T* keys, const T* keys_y, size_t n, unsigned* counts, unsigned bins) {
  joint_counter<T> counter{counts, bins};
  count::count_pairs<block>(keys, keys_y, n, counter);
}

}  // namespace joint_histogram
