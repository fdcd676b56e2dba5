#pragma once

// The rank of a key in a sorted list: where it goes among the list's keys.

namespace merge {

// How many of the `count` ascending keys from `first` on are below `key`, or with `or_equal` not
// above it. A key of the first of two lists is below the equal ones of the second: merged by their
// ranks, the first list's with `or_equal` false and the second's with true, they keep their order.
template <class Array, class Bits>
__device__ unsigned rank_of(Bits key, bool or_equal, const Array& array, size_t first,
                            unsigned count) {
  unsigned low = 0, high = count;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    const Bits other = array.key(first + middle);
    if (other < key || (or_equal && other == key))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace merge
