#include "count/merge.cuh"
#include "count/private_counts.cuh"

// A histogram whose number of bins is known at run time, in any memory: a block counts some bins in
// shared memory, and all others by atomics in global memory. A `Cache` selects the former.

namespace count {

// The lowest ones: the only ones if they all fit.
template <class T, int block>
struct lowest_bins : counts_below<lowest_bins<T, block>, T> {
  unsigned* counts;    // [bins] in global memory
  unsigned* counters;  // [cached]
  unsigned cached;

  __device__ lowest_bins(unsigned* shared, unsigned cached) : counters(shared), cached(cached) {}

  __device__ void prepare(const T*, size_t, unsigned) { clear_words<block>(counters, cached); }

  __device__ void add_bin(unsigned bin) {
    if (bin < cached)
      atomicAdd(counters + bin, 1u);
    else
      atomicAdd(counts + bin, 1u);
  }

  __device__ void flush() {
    for (unsigned bin = threadIdx.x; bin < cached; bin += block)
      add_to(counts + bin, counters[bin]);
  }
};

// Those that a sample of the keys has, each in the one place that its number hashes to: the first
// to come takes it, so a frequent bin rarely loses its place to a rare one. No place changes its
// bin after the sample, so that looking one up is a plain load.
template <class T, int block>
struct sampled_bins : counts_below<sampled_bins<T, block>, T> {
  unsigned* counts;    // [bins] in global memory
  unsigned* bin_at;    // [cached] no_bin: none
  unsigned* counters;  // [cached]
  unsigned cached;

  __device__ sampled_bins(unsigned* shared, unsigned cached)
      : bin_at(shared), counters(shared + cached), cached(cached) {}

  // Fibonacci hashing: the high bits of the product depend on all bits of the number.
  __device__ unsigned place_of(unsigned bin) const { return __umulhi(bin * 0x9e3779b9u, cached); }

  // All blocks take the same keys, at equal distances, so that all but one find them in L2.
  __device__ void prepare(const T* keys, size_t n, unsigned samples) {
    clear_words<block>(counters, cached);
    for (unsigned place = threadIdx.x; place < cached; place += block) bin_at[place] = no_bin;
    __syncthreads();
    const size_t stride = n < samples ? 1 : n / samples;
    for (unsigned sample = threadIdx.x; sample < samples && sample < n; sample += block) {
      const unsigned bin = bin_of(keys[sample * stride]);
      if (bin < this->bins) atomicCAS(bin_at + place_of(bin), no_bin, bin);
    }
  }

  __device__ void add_bin(unsigned bin) {
    const unsigned place = place_of(bin);
    if (bin_at[place] == bin)
      atomicAdd(counters + place, 1u);
    else
      atomicAdd(counts + bin, 1u);
  }

  __device__ void flush() {
    for (unsigned place = threadIdx.x; place < cached; place += block)
      if (counters[place] != 0) atomicAdd(counts + bin_at[place], counters[place]);
  }
};

// `cached` counters are in shared memory; `counts` are zeros when the kernel begins.
template <class T, int block, int unroll, template <class, int> class Cache>
__global__ void __launch_bounds__(block)
    hot_bins(const T* keys, size_t n, unsigned* counts, unsigned bins, unsigned cached,
             unsigned samples) {
  extern __shared__ unsigned shared[];
  Cache<T, block> cache(shared, cached);
  cache.counts = counts;
  cache.bins = bins;
  count_share<block, unroll>(keys, n, cache, [&] { cache.prepare(keys, n, samples); });
  __syncthreads();
  cache.flush();
}

}  // namespace count
