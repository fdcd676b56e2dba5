#pragma once

// The rank of a key in a sorted list.

namespace merge {

// How many of the `count` ascending keys from index `first` on are below `key` or, with `or_equal`,
// not above it. To merge two lists stably by ranks, rank the keys of the first list with `or_equal`
// false and those of the second with true.
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
