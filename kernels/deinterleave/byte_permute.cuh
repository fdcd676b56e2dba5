#include "deinterleave/shuffle2.cuh"

// Elements of one or two bytes, four or two per register: two shuffles bring a lane two
// neighbouring words, and two byte permutations separate their even elements from the odd ones.

namespace deinterleave {

template <class Element, int width>
struct byte_permute {
  using word = unsigned;
  static constexpr int lanes = width * int(sizeof(Element)) / 4;
  static constexpr bool packs = true;

  __device__ static void deinterleave(unsigned& r0, unsigned& r1) {
    shuffle2<unsigned, lanes>::deinterleave(r0, r1);
    unzip<sizeof(Element)>(r0, r1);
  }

  __device__ static void interleave(unsigned& r0, unsigned& r1) {
    zip<sizeof(Element)>(r0, r1);
    shuffle2<unsigned, lanes>::interleave(r0, r1);
  }
};

}  // namespace deinterleave
