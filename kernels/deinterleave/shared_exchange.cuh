#include "deinterleave/rearrange.cuh"

// Exchange through shared memory: each lane writes its two words in the order of the series, the
// warp synchronises, and each lane reads two neighbours.

namespace deinterleave {

// How the neighbours are accessed. `plain`: one by one, with two-way bank conflicts, since all
// words of an access are even (or odd). `vec8`: both at once, as one vector. `padded`: one by one,
// with one unused word between the registers, so that an access touches words of both parities.
enum class form { plain, vec8, padded };

template <class Word, int width, form by, int block>
struct shared_exchange {
  using word = Word;
  static constexpr int lanes = width;
  static constexpr bool packs = false;

  struct alignas(2 * sizeof(Word)) pair {
    Word first, second;
  };

  struct alignas(16) warp_words {
    Word words[by == form::padded ? 66 : 64];

    // The slot of word i of this lane's group.
    __device__ static int place(int i) {
      const int group = threadIdx.x % 32 / lanes;
      if constexpr (by == form::padded) return group * lanes + i % lanes + (i < lanes ? 0 : 33);
      return group * 2 * lanes + i;
    }

    // Volatile, because the compiler would merge the accesses of two neighbours into one vector
    // access, and measure vec8.
    __device__ volatile Word& operator[](int i) {
      return const_cast<volatile Word&>(words[place(i)]);
    }

    // Words 2l and 2l + 1.
    __device__ pair& neighbours() {
      return reinterpret_cast<pair&>(words[place(2 * (threadIdx.x % lanes))]);
    }
  };

  __device__ static warp_words& own() {
    __shared__ warp_words of_warps[block / 32];
    return of_warps[threadIdx.x / 32];
  }

  __device__ static void deinterleave(Word& r0, Word& r1) {
    const int lane = threadIdx.x % lanes;
    warp_words& series = own();
    series[lane] = r0;
    series[lanes + lane] = r1;
    __syncwarp();
    if constexpr (by == form::vec8) {
      const pair both = series.neighbours();
      r0 = both.first;
      r1 = both.second;
    } else {
      r0 = series[2 * lane];
      r1 = series[2 * lane + 1];
    }
    __syncwarp();
  }

  __device__ static void interleave(Word& r0, Word& r1) {
    const int lane = threadIdx.x % lanes;
    warp_words& series = own();
    if constexpr (by == form::vec8) {
      series.neighbours() = {r0, r1};
    } else {
      series[2 * lane] = r0;
      series[2 * lane + 1] = r1;
    }
    __syncwarp();
    r0 = series[lane];
    r1 = series[lanes + lane];
    __syncwarp();
  }
};

}  // namespace deinterleave
