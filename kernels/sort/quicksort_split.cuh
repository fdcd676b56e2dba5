#pragma once

#include "common/warp_fold.cuh"
#include "partition/records.cuh"
#include "sort/quicksort_list.cuh"
#include "sort/record.cuh"

// How one warp splits a segment by a pivot.

namespace sort {

// The median of `samples` keys, at most 32, one at random from each of as many equal stretches of
// the segment. For an even number, the larger of the two medians.
template <class Source>
__device__ typename Source::bits median_of_samples(const Source& from, unsigned begin,
                                                   unsigned length, unsigned samples) {
  using bits = typename Source::bits;
  const unsigned lane = threadIdx.x % 32;
  bits drawn = 0;
  if (lane < samples) {
    const unsigned jitter = ((begin ^ length) + lane) * 2654435761u >> 16;  // of 2^16 parts
    drawn = from.key(begin + (((size_t(lane) << 16 | jitter) * length / samples) >> 16));
  }
  unsigned rank = 0;
  for (unsigned i = 0; i < samples; ++i) {
    const bits other = warp::shuffle_from(drawn, i);
    rank += other < drawn || (other == drawn && i < lane);
  }
  const bool is_median = lane < samples && rank == samples / 2;
  return warp::shuffle_from(drawn, __ffs(__ballot_sync(warp::all_lanes, is_median)) - 1);
}

// `items` chunks of 32 consecutive records, one per lane. Keys equal to the pivot are not stored,
// since all are the same; their payloads are.
template <class Bits, class Payload, int items>
struct three_way_chunks {
  static constexpr int below = 0, above = 1, equal = 2;
  static constexpr int sides = is_payload<Payload> ? 3 : 2;

  record<Bits, Payload> held[items];
  unsigned below_pivot[items], above_pivot[items];  // lane masks
  unsigned sums[3];
  unsigned present;

  // Chunk k begins at `first` + 32 * k; there are `count` records in all.
  template <class Source>
  __device__ three_way_chunks(const Source& from, size_t first, unsigned count, Bits pivot)
      : sums{}, present(count) {
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const unsigned i = 32 * k + threadIdx.x % 32;
      held[k] = i < present ? from.load(first + i) : record<Bits, Payload>{pivot, {}};
    }
#pragma unroll
    for (int k = 0; k < items; ++k) {
      below_pivot[k] = __ballot_sync(warp::all_lanes, held[k].key < pivot);
      above_pivot[k] = __ballot_sync(warp::all_lanes, held[k].key > pivot);
      sums[below] += __popc(below_pivot[k]);
      sums[above] += __popc(above_pivot[k]);
    }
    sums[equal] = present - sums[below] - sums[above];
  }

  // Claims output ranges for both sides, one lane per side, and stores the records: keys below the
  // pivot from the segment's beginning, keys above it from its end, and payloads of equal keys to
  // `aside`.
  template <class Array>
  __device__ void store(const segment<Bits>& of, unsigned* found, const Array& to,
                        Payload* aside) const {
    const unsigned lane = threadIdx.x % 32;
    unsigned own = 0;
#pragma unroll
    for (int side = 0; side < sides; ++side)
      if (lane == side) own = sums[side];
    const unsigned claimed = own == 0 ? 0 : atomicAdd(&found[lane], own);
    const auto put = [&](unsigned at, const auto& one) { to.store(at, one); };
    place<below>(of.begin + warp::shuffle_from(claimed, below), put);
    place<above>(of.begin + of.length - (warp::shuffle_from(claimed, above) + sums[above]), put);
    if constexpr (sides == 3)
      place<equal>(of.begin + warp::shuffle_from(claimed, equal),
                   [&](unsigned at, const auto& one) { aside[at] = one.payload; });
  }

 private:
  // The lanes whose record of chunk k belongs to the side.
  template <int side>
  __device__ unsigned mask_of(int k) const {
    if constexpr (side == below) return below_pivot[k];
    if constexpr (side == above) return above_pivot[k];
    const int there = int(present) - 32 * k;
    const unsigned all = there >= 32 ? warp::all_lanes : there <= 0 ? 0 : (1u << there) - 1;
    return all & ~(below_pivot[k] | above_pivot[k]);
  }

  template <int side, class Put>
  __device__ void place(unsigned begin, Put put) const {
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const unsigned mask = mask_of<side>(k);
      if (mask >> threadIdx.x % 32 & 1)
        put(begin + __popc(mask & partition::lanes_below()), held[k]);
      begin += __popc(mask);
    }
  }
};

}  // namespace sort
