#pragma once

#include "common/vectors.cuh"
#include "common/warp_redux.cuh"

namespace scan {

// Consecutive elements of one warp in registers: `rows` rows of 32 vectors, one vector per lane, so
// that a row is loaded and stored by one coalesced instruction.
template <class Op, int vector_width, int rows>
struct warp_rows {
  using value = typename Op::value;
  static constexpr int width = vector_width;

  value held[rows][width];  // after scan(): inclusive scan of each lane's own elements
  value before[rows];       // after scan(): exclusive prefix of the lane's elements in the warp

  // Returns the total, to every lane.
  __device__ value scan(Op op) {
    scan_lanes(op);
    return scan_warp(op);
  }

  // The first half of scan(): each lane's own elements.
  __device__ void scan_lanes(Op op) {
#pragma unroll
    for (int r = 0; r < rows; ++r)
#pragma unroll
      for (int j = 1; j < width; ++j) held[r][j] = op(held[r][j - 1], held[r][j]);
  }

  // The total, to every lane, between the halves, for operators with has_redux: sooner than
  // scan_warp() knows it.
  __device__ value total(Op op) const {
    value own = held[0][width - 1];
#pragma unroll
    for (int r = 1; r < rows; ++r) own = op(own, held[r][width - 1]);
    return warp::total_of(own, op);
  }

  // The second half.
  __device__ value scan_warp(Op op) {
    const unsigned lane = threadIdx.x % 32;
    // Hillis and Steele's steps, all rows at once: their latencies overlap.
    value upto[rows];
#pragma unroll
    for (int r = 0; r < rows; ++r) upto[r] = held[r][width - 1];
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
#pragma unroll
      for (int r = 0; r < rows; ++r) {
        const value earlier = warp::shuffle_up(upto[r], d);
        if (lane >= d) upto[r] = op(earlier, upto[r]);
      }
    }
    value all = Op::identity();
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      value earlier = warp::shuffle_up(upto[r], 1);
      if (lane == 0) earlier = Op::identity();
      before[r] = op(all, earlier);
      all = op(all, warp::shuffle_from(upto[r], 31));
    }
    return all;
  }

  // Result j of the lane in row r, if `lane_prefix` is the exclusive prefix of the lane's elements
  // in that row.
  template <bool inclusive>
  __device__ value result(int r, int j, const value& lane_prefix, Op op) const {
    if constexpr (inclusive) return op(lane_prefix, held[r][j]);
    return j == 0 ? lane_prefix : op(lane_prefix, held[r][j - 1]);
  }
};

}  // namespace scan
