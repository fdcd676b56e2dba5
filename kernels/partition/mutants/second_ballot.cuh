#pragma once

#include "partition/end_counters.cuh"
#include "partition/warp_ballot.cuh"

// The published rule against a quicksort that makes no progress: if no element of a chunk is above
// the pivot, a second ballot sends the elements equal to it to the right.

namespace partition::mutants {

// `corrects_left`: elements that now go right are removed from the group that goes left.
template <bool corrects_left, class T, class Payload, int items>
__device__ void ballot_again(warp_ballots<T, Payload, items>& mine, T pivot) {
  const unsigned me = 1u << threadIdx.x % 32;
#pragma unroll
  for (int k = 0; k < items; ++k) {
    if (mine.to_right[k] != 0) continue;
    const bool is_there = (mine.to_left[k] & me) != 0;
    const unsigned not_below =
        __ballot_sync(warp::all_lanes, is_there && mine.held[k].key >= pivot);
    mine.to_right[k] = not_below;
    mine.right += __popc(not_below);
    if constexpr (corrects_left) {
      mine.to_left[k] &= ~not_below;
      mine.left -= __popc(not_below);
    }
  }
}

// As warp_ballots::place, but an element in both groups goes right only.
template <class T, class Payload, int items, class Put>
__device__ void place_once(const warp_ballots<T, Payload, items>& mine, place left, place right,
                           Put put) {
  const unsigned below = lanes_below(), me = 1u << threadIdx.x % 32;
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const unsigned to_left = mine.to_left[k], to_right = mine.to_right[k];
    if (to_right & me)
      put(right + __popc(to_right & below), mine.held[k]);
    else if (to_left & me)
      put(left + __popc(to_left & below), mine.held[k]);
    left += __popc(to_left);
    right += __popc(to_right);
  }
}

template <bool corrects_left, class T, class Payload, class Counters, int block, int items>
__device__ void split_with_second_ballot(const records<T, Payload>& data, place* counts,
                                         place* zeroed) {
  const size_t warp = (size_t(blockIdx.x) * block + threadIdx.x) / 32;
  warp_ballots<T, Payload, items> mine(data, warp * (32 * items));
  ballot_again<corrects_left>(mine, data.pivot);
  claim got{0, 0};
  if (threadIdx.x % 32 == 0) got = Counters(counts, zeroed).take(mine.left, mine.right, data.n);
  place_once(mine, warp::shuffle_from(got.left_begin, 0), warp::shuffle_from(got.right_begin, 0),
             [&](place to, const auto& record) { data.store(to, record); });
}

}  // namespace partition::mutants
