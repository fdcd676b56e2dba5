#pragma once

#include "common/warp_scan.cuh"
#include "scan/padding.cuh"
#include "scan/scan_tiles.cuh"

// One warp rakes over the block's values in shared memory: each lane scans consecutive values,
// block / 32 of them, in registers, the warp scans the lanes' totals by shuffles, and each lane
// writes its values back with its prefix: linear work with two barriers, while the other warps
// wait. Lanes are block / 32 words apart: in conflict where that is even, unless `Padding` moves
// them apart.

namespace scan {

template <class Op, int block, class Padding>
struct raking {
  using value = typename Op::value;
  static constexpr int threads = block;
  static constexpr int segments = 1;
  static constexpr unsigned raked = block / 32;  // values per lane

  struct storage {
    value total;
    value prefix[Padding::slot(block - 1) + 1];
  };

  template <bool inclusive>
  __device__ static value scan(storage& shared, value (&v)[1], Op op) {
    const unsigned t = threadIdx.x;
    shared.prefix[Padding::slot(t)] = v[0];
    __syncthreads();
    if (t < 32) {
      value own[raked];
#pragma unroll
      for (unsigned j = 0; j < raked; ++j) {
        own[j] = shared.prefix[Padding::slot(t * raked + j)];
        if (j > 0) own[j] = op(own[j - 1], own[j]);
      }
      const value upto = warp::inclusive_scan(own[raked - 1], op);
      value before = warp::shuffle_up(upto, 1);
      if (t == 0) before = Op::identity();
#pragma unroll
      for (unsigned j = 0; j < raked; ++j) {
        value result = before;
        if constexpr (inclusive)
          result = op(before, own[j]);
        else if (j > 0)
          result = op(before, own[j - 1]);
        shared.prefix[Padding::slot(t * raked + j)] = result;
      }
      if (t == 31) shared.total = upto;
    }
    __syncthreads();
    v[0] = shared.prefix[Padding::slot(t)];
    return shared.total;
  }
};

}  // namespace scan
