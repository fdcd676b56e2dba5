#include "deinterleave/patent_two_phase.cuh"

namespace deinterleave::mutants {

template <class Word, int width, int phases>
struct patent_two_phase : deinterleave::patent_two_phase<Word, width, phases> {
  using sound = deinterleave::patent_two_phase<Word, width, phases>;
  static constexpr int k = width / 4;

  // The lane whose r4 becomes this lane's r6.
  __device__ static int crossed_from(int lane) {
    if (lane < 2 * k) return lane ^ k;
    // FAULT: of 32 lanes, the third quarter gets words 24 to 32 and the fourth words 18 to 24,
    // counted from 1. These are nine and seven words; 25 to 32 and 17 to 24 would be eight each.
    return lane <= 3 * k ? lane + k - 1 : lane - k;
  }

  __device__ static void deinterleave(Word& r4, Word& r5) {
    const Word r6 = __shfl_sync(warp::all_lanes, r4, crossed_from(threadIdx.x % width), width);
    const Word r7 = __shfl_xor_sync(warp::all_lanes, r5, k, width);
    const Word quadrants[4] = {r4, r6, r5, r7};
    sound::extract(quadrants, 0, r4, r5);
  }
};

}  // namespace deinterleave::mutants
