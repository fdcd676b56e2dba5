#pragma once

// Sorting networks in registers. The sequence of comparisons does not depend on the keys, so lanes
// do not diverge. Widths are powers of two unless stated.

namespace merge {

template <class Word>
__device__ void compare_exchange(Word& a, Word& b) {
  const Word low = a < b ? a : b;
  b = a < b ? b : a;
  a = low;
}

// Batcher's odd-even merge sort (AFIPS 1968): 5 exchanges for 4 words, 19 for 8, 63 for 16.
struct odd_even_merge {
  template <class Word, int width>
  __device__ static void sort(Word (&x)[width]) {
#pragma unroll
    for (int p = 1; p < width; p *= 2)
#pragma unroll
      for (int k = p; k >= 1; k /= 2)
#pragma unroll
        for (int i = 0; i + k < width; ++i)
          if (i >= k % p && (i - k % p) % (2 * k) < k && i / (2 * p) == (i + k) / (2 * p))
            compare_exchange(x[i], x[i + k]);
  }
};

// Half-cleaners: sort a bitonic sequence, that is, an ascending one followed by a descending one,
// or a rotation of that. width/2 * log2(width) exchanges: 4 for 4 words, 12 for 8.
struct half_cleaners {
  template <class Word, int width>
  __device__ static void sort(Word (&x)[width]) {
#pragma unroll
    for (int d = width / 2; d >= 1; d /= 2)
#pragma unroll
      for (int i = 0; i < width; ++i)
        if ((i & d) == 0) compare_exchange(x[i], x[i + d]);
  }
};

// Batcher's bitonic sort (AFIPS 1968), every comparison in the same direction: the first step of
// each merge compares mirror images. 6 exchanges for 4 words, 24 for 8, 80 for 16.
struct bitonic {
  template <class Word, int width>
  __device__ static void sort(Word (&x)[width]) {
#pragma unroll
    for (int k = 2; k <= width; k *= 2) {
#pragma unroll
      for (int i = 0; i < width; ++i)
        if ((i & (k / 2)) == 0) compare_exchange(x[i], x[i ^ (k - 1)]);
#pragma unroll
      for (int d = k / 4; d >= 1; d /= 2)
#pragma unroll
        for (int i = 0; i < width; ++i)
          if ((i & d) == 0) compare_exchange(x[i], x[i + d]);
    }
  }
};

// Odd-even transposition (Habermann 1972): width * (width - 1) / 2 exchanges, 6 for 4 words, 28 for
// 8, 120 for 16.
struct odd_even_transposition {
  template <class Word, int width>
  __device__ static void sort(Word (&x)[width]) {
#pragma unroll
    for (int round = 0; round < width; ++round)
#pragma unroll
      for (int i = round % 2; i + 1 < width; i += 2) compare_exchange(x[i], x[i + 1]);
  }
};

}  // namespace merge
