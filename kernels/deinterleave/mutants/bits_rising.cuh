#include "deinterleave/butterfly.cuh"

namespace deinterleave::mutants {

template <class Word, int width>
struct butterfly : deinterleave::butterfly<Word, width> {
  using sound = deinterleave::butterfly<Word, width>;

  __device__ static void deinterleave(Word& r0, Word& r1) {
    // FAULT: from the lowest bit up, which is the inverse.
#pragma unroll
    for (int bit = 1; bit < width; bit *= 2) sound::swap_across(r0, r1, bit);
  }
};

}  // namespace deinterleave::mutants
