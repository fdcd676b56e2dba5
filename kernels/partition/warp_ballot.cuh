#pragma once

#include "common/warp_fold.cuh"
#include "partition/records.cuh"

namespace partition {

// `items` chunks of 32 consecutive elements, one element per lane of each. Ballots tell which go
// left and which go right. Elements past the end are in neither group.
template <class T, class Payload, int items>
struct warp_ballots {
  using data = records<T, Payload>;

  typename data::record held[items];
  unsigned to_left[items], to_right[items];  // lane masks
  unsigned left, right;                      // how many, in all chunks

  // Chunk k has the elements from `first` + 32 * k on.
  __device__ warp_ballots(const data& of, size_t first) : left(0), right(0) {
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const size_t i = first + 32 * k + threadIdx.x % 32;
      const bool is_there = i < of.n;
      held[k] = {};
      if (is_there) held[k] = of.load(i);
      const bool goes_left = of.goes_left(held[k].key);
      to_left[k] = __ballot_sync(warp::all_lanes, is_there && goes_left);
      to_right[k] = __ballot_sync(warp::all_lanes, is_there && !goes_left);
      left += __popc(to_left[k]);
      right += __popc(to_right[k]);
    }
  }

  // Calls `put(place, record)` for the lane's elements: those that go left from index `left_begin`
  // on, the others from `right_begin` on, both in their order.
  template <class Place, class Put>
  __device__ void place(Place left_begin, Place right_begin, Put put) const {
    const unsigned below = lanes_below(), me = 1u << threadIdx.x % 32;
#pragma unroll
    for (int k = 0; k < items; ++k) {
      if (to_left[k] & me) put(left_begin + __popc(to_left[k] & below), held[k]);
      if (to_right[k] & me) put(right_begin + __popc(to_right[k] & below), held[k]);
      left_begin += __popc(to_left[k]);
      right_begin += __popc(to_right[k]);
    }
  }
};

}  // namespace partition
