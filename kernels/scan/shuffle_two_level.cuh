#pragma once

#include "common/warp_scan.cuh"
#include "scan/scan_tiles.cuh"

// Three stages: each warp scans its 32 values in registers, one warp scans the warps' totals, each
// warp adds the total of the warps before it. Two barriers, whatever the block size: 1024 = 32 *
// 32.

namespace scan {

template <class Op, int block>
struct shuffle_two_level {
  using value = typename Op::value;
  static constexpr int threads = block;
  static constexpr int segments = 1;
  static constexpr unsigned warps = block / 32;

  struct storage {
    value prefix[warps];  // of warps: their totals first, then the scan of those
  };

  template <bool inclusive>
  __device__ static value scan(storage& shared, value (&v)[1], Op op) {
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp_index = threadIdx.x / 32;

    value own = warp::inclusive_scan(v[0], op);
    if (lane == 31) shared.prefix[warp_index] = own;
    __syncthreads();

    if (warp_index == 0) {
      value total = lane < warps ? shared.prefix[lane] : Op::identity();
      total = warp::inclusive_scan(total, op);
      if (lane < warps) shared.prefix[lane] = total;
    }
    __syncthreads();

    if constexpr (!inclusive) {
      own = warp::shuffle_up(own, 1);
      if (lane == 0) own = Op::identity();
    }
    v[0] = warp_index == 0 ? own : op(shared.prefix[warp_index - 1], own);
    return shared.prefix[warps - 1];
  }
};

}  // namespace scan
