#include "common/warp.cuh"
#include "deinterleave/rearrange.cuh"

// The direct method: a lane reads both registers of the lane that has each of its two words, and
// selects.

namespace deinterleave {

template <class Word, int width>
struct shuffle4 {
  using word = Word;
  static constexpr int lanes = width;
  static constexpr bool packs = false;

  // Registers of lane `from`: r1 if `second`, else r0.
  __device__ static Word either(Word r0, Word r1, int from, bool second) {
    const Word a = __shfl_sync(warp::all_lanes, r0, from, lanes);
    const Word b = __shfl_sync(warp::all_lanes, r1, from, lanes);
    return second ? b : a;
  }

  __device__ static void deinterleave(Word& r0, Word& r1) {
    const int lane = threadIdx.x % lanes;
    const int from = 2 * lane % lanes;
    const bool is_high = lane >= lanes / 2;
    const Word even = either(r0, r1, from, is_high);
    const Word odd = either(r0, r1, from + 1, is_high);
    r0 = even;
    r1 = odd;
  }

  __device__ static void interleave(Word& r0, Word& r1) {
    const int lane = threadIdx.x % lanes;
    const bool is_odd = lane % 2 != 0;
    const Word first = either(r0, r1, lane / 2, is_odd);
    const Word second = either(r0, r1, lanes / 2 + lane / 2, is_odd);
    r0 = first;
    r1 = second;
  }
};

}  // namespace deinterleave
