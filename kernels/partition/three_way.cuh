#include "common/dependent_launch.cuh"
#include "common/warp_scan.cuh"
#include "partition/end_counters.cuh"
#include "partition/insert_middle.cuh"
#include "partition/warp_ballot.cuh"

// Three parts: below the pivot, equal to it, and the others. The outer parts grow from both ends of
// the output. The middle part begins where the left one ends, which is known only after all
// elements are counted. So equal elements go to a temporary array, and a second kernel moves them.

namespace partition {

// How many go left, to the middle and right, at most 2^16 - 1 each, in one word.
struct three_counts {
  place word;
  __device__ static three_counts of(unsigned left, unsigned middle, unsigned right) {
    return {place(right) << 32 | middle << 16 | left};
  }
  __device__ unsigned left() const { return unsigned(word) & 0xffff; }
  __device__ unsigned middle() const { return unsigned(word) >> 16; }
  __device__ unsigned right() const { return unsigned(word >> 32); }
};

// Chunk k of a warp has the elements from `first` + 32 * k on, one per lane.
template <class T, class Payload, int items>
struct three_ballots {
  using data = records<T, Payload>;
  typename data::record held[items];
  unsigned masks[3][items];  // lane masks of each part
  unsigned sums[3];

  __device__ three_ballots(const data& of, size_t first) : sums{} {
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const size_t i = first + 32 * k + threadIdx.x % 32;
      const bool is_there = i < of.n;
      held[k] = {};
      if (is_there) held[k] = of.load(i);
      const T key = held[k].key;
      masks[0][k] = __ballot_sync(warp::all_lanes, is_there && key < of.pivot);
      masks[1][k] = __ballot_sync(warp::all_lanes, is_there && key == of.pivot);
      masks[2][k] = __ballot_sync(warp::all_lanes, is_there) & ~(masks[0][k] | masks[1][k]);
#pragma unroll
      for (int part = 0; part < 3; ++part) sums[part] += __popc(masks[part][k]);
    }
  }

  // Stores the elements of a part to `to` from index `begin` on.
  __device__ void store(int part, place begin, const data& to) const {
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const unsigned mask = masks[part][k];
      if (mask >> threadIdx.x % 32 & 1) to.store(begin + __popc(mask & lanes_below()), held[k]);
      begin += __popc(mask);
    }
  }
};

// `counts`: how many are below and how many equal; `went_right`: the others. Zeros before.
template <class T, class Payload, int block, int items>
__global__ void __launch_bounds__(block)
    three_way(const T* keys, const Payload* payloads, T* keys_out, Payload* payloads_out, size_t n,
              T pivot, place* counts, place* went_right, T* aside, Payload* payloads_aside) {
  constexpr int warps = block / 32;
  static_assert(block * items < 1 << 16, "three_counts has 16 bits for each part of a tile");
  __shared__ place warp_counts[warps], warp_before[warps], begins[3];
  const records<T, Payload> data{keys, payloads, keys_out, payloads_out, n, pivot};
  const records<T, Payload> to_aside{keys, payloads, aside, payloads_aside, n, pivot};
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;

  dependent_launch::wait_and_trigger();
  const three_ballots<T, Payload, items> mine(data,
                                              (size_t(blockIdx.x) * block + warp * 32) * items);
  if (lane == 0)
    warp_counts[warp] = three_counts::of(mine.sums[0], mine.sums[1], mine.sums[2]).word;
  __syncthreads();
  if (warp == 0) {
    const place own = lane < warps ? warp_counts[lane] : 0;
    const place upto = warp::inclusive_scan(own, ops::sum<place>());
    if (lane < warps) warp_before[lane] = upto - own;
    if (lane == 31) {
      const three_counts all{upto};
      if (all.left() != 0) begins[0] = atomicAdd(counts, place(all.left()));
      if (all.middle() != 0) begins[1] = atomicAdd(counts + 1, place(all.middle()));
      if (all.right() != 0)
        begins[2] = n - (atomicAdd(went_right, place(all.right())) + all.right());
    }
  }
  __syncthreads();
  const three_counts before{warp_before[warp]};
  if (mine.sums[0] != 0) mine.store(0, begins[0] + before.left(), data);
  if (mine.sums[1] != 0) mine.store(1, begins[1] + before.middle(), to_aside);
  if (mine.sums[2] != 0) mine.store(2, begins[2] + before.right(), data);
}

}  // namespace partition
