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

// Batcher's odd-even merge sort (AFIPS 1968), in the form of Knuth's merge exchange (The Art of
// Computer Programming 3, algorithm 5.2.2M), for any width: 5 exchanges for 4 words, 19 for 8, 63
// for 16.
struct odd_even_merge {
  template <class Word, int width>
  __device__ static void sort(Word (&x)[width]) {
    merge_spans<1>(x);
  }

 private:
  // Merges pairs of sorted spans of p words, then of 2p, and so on. Recursion instead of loops
  // makes every index a constant.
  template <int p, class Word, int width>
  __device__ static void merge_spans(Word (&x)[width]) {
    if constexpr (p < width) {
      exchange<p, p>(x);
      merge_spans<2 * p>(x);
    }
  }

  // The steps of distances k, k/2, … 1 of one merge.
  template <int p, int k, class Word, int width>
  __device__ static void exchange(Word (&x)[width]) {
    constexpr int first = k % p;
#pragma unroll
    for (int i = first; i < width - k; ++i)
      if ((i - first) % (2 * k) < k && i / (2 * p) == (i + k) / (2 * p))
        compare_exchange(x[i], x[i + k]);
    if constexpr (k > 1) exchange<p, k / 2>(x);
  }
};

// The half-cleaners of distances stride, stride/2, … 1.
template <int stride, class Word, int width>
__device__ void half_clean(Word (&x)[width]) {
#pragma unroll
  for (int i = 0; i < width - stride; ++i)
    if ((i & stride) == 0) compare_exchange(x[i], x[i + stride]);
  if constexpr (stride > 1) half_clean<stride / 2>(x);
}

// Half-cleaners: sort a bitonic sequence, that is, an ascending one followed by a descending one,
// or a rotation of that. width/2 * log2(width) exchanges: 4 for 4 words, 12 for 8.
struct half_cleaners {
  template <class Word, int width>
  __device__ static void sort(Word (&x)[width]) {
    half_clean<width / 2>(x);
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
