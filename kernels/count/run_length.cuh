#include "count/private_counts.cuh"

// A thread counts how often a bin repeats, and adds once per run.

namespace count {

template <class T, unsigned bins, int block>
struct run_counter : counts_one_by_one<run_counter<T, bins, block>, T, bins> {
  unsigned* counters;  // [bins]
  unsigned current = 0, length = 0;

  __device__ void clear() { clear_words<block>(counters, bins); }
  __device__ void add_bin(unsigned bin) {
    if (bin != current) {
      end_run();
      current = bin;
      length = 0;
    }
    ++length;
  }
  __device__ void end_run() {
    if (length != 0) atomicAdd(counters + current, length);
  }
  __device__ void done() { end_run(); }
  __device__ unsigned total(unsigned bin) const { return counters[bin]; }
};

template <class T, unsigned bins, int block, int unroll, class Merge>
__global__ void __launch_bounds__(block + Merge::more_threads, Merge::blocks_per_sm)
    run_length(const T* keys, size_t n, unsigned* counts, unsigned* merging) {
  extern __shared__ unsigned counters[];
  run_counter<T, bins, block> counter;
  counter.counters = counters;
  count_privately<block, unroll, bins, Merge>(keys, n, counts, merging, counter);
}

}  // namespace count
