#include "common/warp.cuh"
#include "count/private_counts.cuh"

// The lanes of a warp that have the same bin find each other, and one of them adds for all.

namespace count {

// The lanes with the same number, by one instruction.
struct found_by_match {
  template <unsigned bins>
  __device__ static unsigned peers(unsigned bin) {
    return __match_any_sync(warp::all_lanes, bin);
  }
};

// The same by one vote per bit of the number, among the lanes that have a bin.
struct found_by_ballots {
  template <unsigned bins>
  __device__ static unsigned peers(unsigned bin) {
    unsigned same = __ballot_sync(warp::all_lanes, bin != no_bin);
#pragma unroll
    for (unsigned bit = 1; bit < bins; bit *= 2) {
      const bool mine = (bin & bit) != 0;
      const unsigned ones = __ballot_sync(warp::all_lanes, mine);
      same &= mine ? ones : ~ones;
    }
    return same;
  }
};

template <class T, unsigned bins, int block, class Finder>
struct aggregating_counter {
  unsigned* counters;  // [bins]

  __device__ void clear() { clear_words<block>(counters, bins); }
  __device__ void begin_tile() {}
  __device__ void done() {}
  __device__ unsigned total(unsigned bin) const { return counters[bin]; }

  __device__ void add(T key, bool is_there) {
    unsigned bin = bin_of(key);
    if (!is_there || !is_bin<T, bins>(bin)) bin = no_bin;
    const unsigned peers = Finder::template peers<bins>(bin);
    const bool leads = (peers & ((1u << threadIdx.x % 32) - 1)) == 0;
    if (bin != no_bin && leads) atomicAdd(counters + bin, unsigned(__popc(peers)));
  }

  __device__ void add(const common::vector_of<T, 16>& keys, bool is_there) {
#pragma unroll
    for (int lane = 0; lane < common::vector_of<T, 16>::width; ++lane) add(keys[lane], is_there);
  }
};

template <class T, unsigned bins, int block, int unroll, class Merge, class Finder>
__global__ void __launch_bounds__(block + Merge::more_threads)
    warp_aggregated(const T* keys, size_t n, unsigned* counts, unsigned* merging) {
  extern __shared__ unsigned counters[];
  aggregating_counter<T, bins, block, Finder> counter{counters};
  count_privately<block, unroll, bins, Merge>(keys, n, counts, merging, counter);
}

}  // namespace count
