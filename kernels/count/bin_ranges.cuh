#include "count/merge.cuh"
#include "count/private_counts.cuh"

// More bins than fit one block's shared memory, in ranges that fit: row y of the grid reads all
// keys, and counts those of range y.

namespace count {

template <class T>
struct range_counter : counts_each<range_counter<T>, T> {
  unsigned* counters;  // [size]
  unsigned first, size;

  __device__ bool counts_bin(unsigned number) const { return number - first < size; }
  __device__ void add_bin(unsigned bin) { atomicAdd(counters + (bin - first), 1u); }
};

// Ranges have `range` bins each, but the last, which has the rest; `counts` are zeros when the
// kernel begins.
template <class T, int block, int unroll>
__global__ void __launch_bounds__(block)
    bin_ranges(const T* keys, size_t n, unsigned* counts, unsigned bins, unsigned range) {
  extern __shared__ unsigned counters[];
  range_counter<T> counter;
  counter.counters = counters;
  counter.first = blockIdx.y * range;
  counter.size = bins - counter.first < range ? bins - counter.first : range;
  count_share<block, unroll>(keys, n, counter, [&] { clear_words<block>(counters, counter.size); });
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < counter.size; bin += block)
    add_to(counts + counter.first + bin, counters[bin]);
}

}  // namespace count
