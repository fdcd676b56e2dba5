#pragma once

namespace weighted_histogram {

// Adds weights to the sums of their bins, in global or in shared memory. Keys from `bins` on have
// none.
template <class W>
struct bin_sums {
  W* sums;  // [bins], zeros when the first is added
  unsigned bins;

  __device__ void add(W weight, unsigned key) {
    if (key < bins) atomicAdd(sums + key, weight);
  }
};

}  // namespace weighted_histogram
