#include "deinterleave/patent_two_phase.cuh"

namespace deinterleave::mutants {

template <class Word, int width, int phases>
struct patent_two_phase : deinterleave::patent_two_phase<Word, width, phases> {
  using sound = deinterleave::patent_two_phase<Word, width, phases>;

  __device__ static void deinterleave(Word& r4, Word& r5) {
    Word first = r4, second = r5;
    sound::deinterleave(first, second);
    r4 = first;
    r4 = second;  // FAULT: the second register is r5.
  }
};

}  // namespace deinterleave::mutants
