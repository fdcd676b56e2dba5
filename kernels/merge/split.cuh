#pragma once

#include "common/warp_fold.cuh"

// Merge path (Odeh, Green, Mwassi, Shmueli, Birk, 2012): the first d keys of the merge of runs a
// and b are the first i keys of a and the first d - i of b. A search along the cross diagonal i + j
// = d finds i. Of equal keys those of a come first, so that merges are stable.

namespace merge {

// The first and the last point of a diagonal for runs of these lengths.
struct diagonal {
  unsigned low, high;
  __device__ diagonal(unsigned d, unsigned a_length, unsigned b_length)
      : low(d > b_length ? d - b_length : 0), high(d < a_length ? d : a_length) {}
};

// The number of keys of a among the first d of the merge: bisection by one thread.
template <class A, class B>
__device__ unsigned split(unsigned d, unsigned a_length, unsigned b_length, A a, B b) {
  diagonal left(d, a_length, b_length);
  while (left.low < left.high) {
    const unsigned middle = left.low + (left.high - left.low) / 2;
    if (b(d - 1 - middle) < a(middle))
      left.high = middle;
    else
      left.low = middle + 1;
  }
  return left.low;
}

// The same by a full warp, which tests 32 points of the diagonal at once: a fifth of the steps,
// each of which waits for memory.
template <class A, class B>
__device__ unsigned split_by_warp(unsigned d, unsigned a_length, unsigned b_length, A a, B b) {
  diagonal left(d, a_length, b_length);
  while (left.low < left.high) {
    const unsigned length = left.high - left.low, step = (length + 32) / 33;
    const unsigned place = (threadIdx.x % 32 + 1) * step - 1;
    const bool before = place < length && !(b(d - 1 - (left.low + place)) < a(left.low + place));
    const unsigned parts = __popc(__ballot_sync(warp::all_lanes, before));
    // The result is after the last point that is before it, and not after the next one.
    if (parts < 32 && (parts + 1) * step - 1 < length)
      left.high = left.low + (parts + 1) * step - 1;
    left.low += parts * step;
  }
  return left.low;
}

}  // namespace merge
