#pragma once

#include "common/memory_order.cuh"

// The segments of an array that one round of a quicksort works on. Blocks append segments to the
// list of the next round; a tile is the unit of work of a block.

namespace sort {

enum class segment_work : unsigned {
  split,   // into keys below, above and equal to the pivot
  fill,    // with keys equal to the pivot
  finish,  // by one block
};

template <class Bits>
struct segment {
  Bits pivot;
  unsigned begin, length;
  segment_work work;
  unsigned aside;           // fill: the index of its first payload
  unsigned first_tile = 0;  // of the list

  __device__ unsigned tiles(unsigned size) const {
    return work == segment_work::finish ? 1 : (length + size - 1) / size;
  }
};

// A segment, and what its blocks have done so far.
template <class Bits>
struct listed_segment {
  segment<Bits> range;
  unsigned found[3];  // split: keys below, above, equal
  unsigned tiles_done;
};

template <class Bits, int tile>
struct segment_list {
  listed_segment<Bits>* entries;
  unsigned long long* added;  // tiles, and 2^32 times segments; zeros before

  // The contents of a list that is complete.
  struct extent {
    unsigned tiles, segments;
  };
  __device__ extent size() const {
    const unsigned long long counts = memory::load_relaxed(added);
    return {unsigned(counts), unsigned(counts >> 32)};
  }

  // One atomic for both counts: the first tiles ascend with the segments.
  __device__ void add(segment<Bits> added_segment) const {
    const unsigned long long before = atomicAdd(added, 1ull << 32 | added_segment.tiles(tile));
    added_segment.first_tile = unsigned(before);
    entries[before >> 32] = {added_segment, {0, 0, 0}, 0};
  }

  // The one of `segments` that contains the tile.
  __device__ unsigned segment_of(unsigned tile_index, unsigned segments) const {
    unsigned first = 0, last = segments - 1;
    while (first < last) {
      const unsigned middle = first + (last - first + 1) / 2;
      if (entries[middle].range.first_tile <= tile_index)
        first = middle;
      else
        last = middle - 1;
    }
    return first;
  }
};

}  // namespace sort
