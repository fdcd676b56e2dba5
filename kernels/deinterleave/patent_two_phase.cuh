#include "common/warp.cuh"
#include "deinterleave/rearrange.cuh"

// The method of a patent publication, with shuffles for the extraction that it leaves to a wide
// transit register. It is here to be measured; shuffle2 and the other standard forms are the ones
// to use.
//
// The registers r4 and r5 are first crossed, quarter by quarter, into r6 and r7. Then r4, r6, r5
// and r7, in this order, each cut into four rows of k = lanes / 4, form the quadrants of an array
// of 8 rows and 2k columns. Its even rows hold the result: the even series in the even columns, the
// odd series in the odd ones. The odd rows hold it a second time, crossed in eighths.

namespace deinterleave {

template <class Word, int width, int phases>
struct patent_two_phase {
  using word = Word;
  static constexpr int lanes = width;
  static constexpr bool packs = false;
  static constexpr int k = lanes / 4;

  // Lane j gets the words of the array's row 2 * (j / k) + `odd_row` and of columns 2 * (j % k) and
  // the next: neighbouring lanes of one quadrant. All of them come from half of the lanes, whose
  // four registers take one shuffle each. Even lanes send quadrant `turn` and odd lanes its
  // neighbour, so that a lane receives at most one word per shuffle.
  __device__ static void extract(const Word (&quadrants)[4], int odd_row, Word& even, Word& odd) {
    const int lane = threadIdx.x % lanes;
    const int row = 2 * (lane / k) + odd_row;
    const int column = 2 * (lane % k);
    const int quadrant = (row < 4 ? 0 : 2) + (column < k ? 0 : 1);
    const int from = row % 4 * k + column % k;
    const bool sends_neighbour = lane % 2 != 0;
#pragma unroll
    for (int turn = 0; turn < 4; ++turn) {
      const Word sent = sends_neighbour ? quadrants[turn ^ 1] : quadrants[turn];
      const Word received =
          __shfl_sync(warp::all_lanes, sent, quadrant == turn ? from : from + 1, lanes);
      even = quadrant == turn ? received : even;
      odd = quadrant == (turn ^ 1) ? received : odd;
    }
  }

  __device__ static void deinterleave(Word& r4, Word& r5) {
    const Word r6 = __shfl_xor_sync(warp::all_lanes, r4, k, lanes);
    const Word r7 = __shfl_xor_sync(warp::all_lanes, r5, k, lanes);
    const Word quadrants[4] = {r4, r6, r5, r7};
    Word even = 0, odd = 0;
    extract(quadrants, 0, even, odd);
    r4 = even;
    r5 = odd;
    if constexpr (phases == 2) {
      extract(quadrants, 1, even, odd);
      const Word r8 = __shfl_xor_sync(warp::all_lanes, even, k / 2, lanes);
      const Word r9 = __shfl_xor_sync(warp::all_lanes, odd, k / 2, lanes);
      // The second copy equals the first and is not needed. The comparison keeps the compiler from
      // removing it.
      r4 &= r8;
      r5 &= r9;
    }
  }
};

}  // namespace deinterleave
