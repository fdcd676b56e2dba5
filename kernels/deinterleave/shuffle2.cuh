#pragma once

#include "common/warp.cuh"
#include "deinterleave/rearrange.cuh"

// Two shuffles, the minimum: a shuffle gives a lane one word, and a lane needs two. Lane l needs
// words 2l and 2l + 1, which are in the same register of two neighbouring lanes. If even lanes send
// one register and odd lanes the other, no lane sends twice: the source lane is l rotated left as a
// number of log2(lanes) bits, and then its neighbour.

namespace deinterleave {

template <class Word, int width>
struct shuffle2 {
  using word = Word;
  static constexpr int lanes = width;
  static constexpr bool packs = false;

  __device__ static void deinterleave(Word& r0, Word& r1) {
    const int lane = threadIdx.x % lanes;
    const bool is_odd = lane % 2 != 0;
    const bool is_high = lane >= lanes / 2;
    const int from = 2 * lane % lanes + (is_high ? 1 : 0);
    const Word a = __shfl_sync(warp::all_lanes, is_odd ? r1 : r0, from, lanes);
    const Word b = __shfl_sync(warp::all_lanes, is_odd ? r0 : r1, from ^ 1, lanes);
    r0 = is_high ? b : a;
    r1 = is_high ? a : b;
  }

  // The inverse: lanes rotated right.
  __device__ static void interleave(Word& r0, Word& r1) {
    const int lane = threadIdx.x % lanes;
    const bool is_odd = lane % 2 != 0;
    const bool is_high = lane >= lanes / 2;
    const int from = lane / 2 + (is_odd ? lanes / 2 : 0);
    const Word a = __shfl_sync(warp::all_lanes, is_high ? r1 : r0, from, lanes);
    const Word b = __shfl_sync(warp::all_lanes, is_high ? r0 : r1, from ^ (lanes / 2), lanes);
    r0 = is_odd ? b : a;
    r1 = is_odd ? a : b;
  }
};

}  // namespace deinterleave
