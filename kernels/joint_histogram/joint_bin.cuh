#pragma once

#include "count/keys.cuh"

namespace joint_histogram {

// Counts pairs of keys, both from 0 to bins-1, in a matrix with a row for each first key.
template <class T>
struct joint_counter {
  unsigned* counters;  // [bins][bins], zeros when the first is added
  unsigned bins;

  __device__ void add(T x, T y) {
    const unsigned row = count::bin_of(x), column = count::bin_of(y);
    if (row < bins && column < bins) atomicAdd(counters + (row * bins + column), 1u);
  }
};

}  // namespace joint_histogram
