#pragma once

// The index of each element before and after, and how the remaining elements are moved.
//
// Interleaved, elements have the order of the series. Deinterleaved, the even ones come before the
// odd ones: within each group of 2 * width elements, or (split) within the full array, whose second
// part begins after ceil(n / 2) even elements.

namespace deinterleave {

template <bool split>
__device__ size_t odd_begin(size_t n) {
  return split ? n - n / 2 : 0;
}

// Elements from `begin` on, an even index: those of an incomplete last group keep their index.
template <bool inverse, bool split, class Element>
__device__ void move_rest(const Element* from, Element* to, size_t n, size_t begin, size_t thread,
                          size_t threads) {
  const size_t half = odd_begin<split>(n);
  for (size_t i = begin + thread; i < n; i += threads) {
    const size_t apart = !split ? i : i / 2 + (i % 2 == 0 ? 0 : half);
    to[inverse ? i : apart] = from[inverse ? apart : i];
  }
}

}  // namespace deinterleave
