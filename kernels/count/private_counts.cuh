#pragma once

#include "common/dependent_launch.cuh"
#include "count/keys.cuh"
#include "count/merge.cuh"

namespace count {

// Counts a block's share of the keys in `counter`, which is private to the block, and merges the
// result. In addition to what count_share requires, a counter has clear(), done() after the last
// key, and total(bin).
template <int block, int unroll, unsigned bins, class Merge, class T, class Counter>
__device__ void count_privately(const T* keys, size_t n, unsigned* counts, unsigned* merging,
                                Counter& counter) {
  dependent_launch::wait_and_trigger();
  if constexpr (Merge::more_threads > 0) {
    if (threadIdx.x >= block) {
      __syncthreads();  // that of count_share
      Merge::template run_warp<block, bins>(counts, merging);
      __syncthreads();
      return;
    }
  }
  count_share<block, unroll>(keys, n, counter, [&] {
    Merge::template begin<block, bins>(counts, merging);
    counter.clear();
  });
  counter.done();
  __syncthreads();
  Merge::template finish<block, bins>(counts, merging,
                                      [&](unsigned bin) { return counter.total(bin); });
}

// Counters in shared memory that are zeros at the start.
template <int block>
__device__ void clear_words(unsigned* words, unsigned count) {
  for (unsigned i = threadIdx.x; i < count; i += block) words[i] = 0;
}

}  // namespace count
