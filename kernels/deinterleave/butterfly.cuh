#include "common/warp.cuh"
#include "deinterleave/rearrange.cuh"

// log2(lanes) exchanges between lanes whose numbers differ in one bit. Each swaps that bit of the
// lane number with the bit that selects the register. From the highest bit down to the lowest, this
// rotates the index of a word by one bit; from the lowest up, it rotates back.

namespace deinterleave {

template <class Word, int width>
struct butterfly {
  using word = Word;
  static constexpr int lanes = width;
  static constexpr bool packs = false;

  __device__ static void swap_across(Word& r0, Word& r1, int bit) {
    const bool is_set = (threadIdx.x & bit) != 0;
    const Word received = __shfl_xor_sync(warp::all_lanes, is_set ? r0 : r1, bit, lanes);
    r0 = is_set ? received : r0;
    r1 = is_set ? r1 : received;
  }

  __device__ static void deinterleave(Word& r0, Word& r1) {
#pragma unroll
    for (int bit = lanes / 2; bit > 0; bit /= 2) swap_across(r0, r1, bit);
  }

  __device__ static void interleave(Word& r0, Word& r1) {
#pragma unroll
    for (int bit = 1; bit < lanes; bit *= 2) swap_across(r0, r1, bit);
  }
};

}  // namespace deinterleave
