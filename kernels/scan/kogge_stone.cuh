#pragma once

#include "common/warp_scan.cuh"
#include "scan/scan_tiles.cuh"

// The network of hillis_steele.cuh over 32 values, in registers: at distance d each lane takes the
// value of the lane d before it. Every warp scans its own values in this way, and then the totals
// of all warps, too: 7 more shuffles per warp than in shuffle_two_level.cuh, but one barrier
// instead of two.

namespace scan {

template <class Op, int block>
struct kogge_stone {
  using value = typename Op::value;
  static constexpr int threads = block;
  static constexpr int segments = 1;
  static constexpr unsigned warps = block / 32;

  struct storage {
    value total[warps];
  };

  template <bool inclusive>
  __device__ static value scan(storage& shared, value (&v)[1], Op op) {
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp_index = threadIdx.x / 32;

    value own = warp::inclusive_scan(v[0], op);
    if (lane == 31) shared.total[warp_index] = own;
    __syncthreads();

    const value upto = warp::inclusive_scan(lane < warps ? shared.total[lane] : Op::identity(), op);
    const value before = warp::shuffle_from(upto, (warp_index + 31) % 32);  // of warp 0: unused
    if constexpr (!inclusive) {
      own = warp::shuffle_up(own, 1);
      if (lane == 0) own = Op::identity();
    }
    v[0] = warp_index == 0 ? own : op(before, own);
    return warp::shuffle_from(upto, warps - 1);
  }
};

}  // namespace scan
