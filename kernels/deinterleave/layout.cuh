#pragma once

// Where elements stand before and after, and what becomes of those that fill no whole piece.
//
// Together, elements lie in the order of the series. Apart, the even ones come before the odd ones:
// within each group of 2 * width elements, or (split) within the whole array, whose second half
// begins behind ceil(n / 2) even elements.

namespace deinterleave {

template <bool split>
__device__ size_t odd_begin(size_t n) {
  return split ? n - n / 2 : 0;
}

// Elements from `begin` on, an even place: those of a last, incomplete group keep their places.
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
