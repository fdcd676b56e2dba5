#include "deinterleave/patent_two_phase.cuh"

namespace deinterleave::mutants {

template <class Word, int width, int phases>
struct patent_two_phase : deinterleave::patent_two_phase<Word, width, phases> {
  using sound = deinterleave::patent_two_phase<Word, width, phases>;

  __device__ static void deinterleave(Word& r4, Word& r5) {
    const Word r6 = __shfl_xor_sync(warp::all_lanes, r4, sound::k, width);
    const Word r7 = __shfl_xor_sync(warp::all_lanes, r5, sound::k, width);
    // FAULT: in numeric order instead of r4, r6, r5, r7.
    const Word quadrants[4] = {r4, r5, r6, r7};
    sound::extract(quadrants, 0, r4, r5);
  }
};

}  // namespace deinterleave::mutants
