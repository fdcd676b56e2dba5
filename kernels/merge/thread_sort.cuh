#pragma once

#include "merge/networks.cuh"

// A thread sorts its registers by a network of compare-exchanges. All indices are compile-time
// constants. A key without payload is exchanged by a minimum and a maximum.

namespace merge {

// A key and its slot in a tile. The lower slot orders equal keys: networks are not stable, but no
// two such pairs are equal.
template <class Bits>
struct slotted_key {
  Bits key;
  unsigned slot_number;

  __device__ static slotted_key of(Bits key, unsigned slot) { return {key, slot}; }
  __device__ Bits bits() const { return key; }
  __device__ unsigned slot() const { return slot_number; }
  __device__ bool operator<(const slotted_key& other) const {
    return key < other.key || (key == other.key && slot_number < other.slot_number);
  }
};

template <>
struct slotted_key<unsigned> {
  unsigned long long word;

  __device__ static slotted_key of(unsigned key, unsigned slot) {
    return {(unsigned long long)key << 32 | slot};
  }
  __device__ unsigned bits() const { return unsigned(word >> 32); }
  __device__ unsigned slot() const { return unsigned(word); }
  __device__ bool operator<(const slotted_key& other) const { return word < other.word; }
};

// By Batcher's network, for any number of keys.
template <int items, class Bits>
__device__ void sort_keys(Bits (&key)[items]) {
  odd_even_merge::sort(key);
}

// Sorts a descending sequence followed by an ascending one, by the half-cleaners of Batcher's
// bitonic merger. A number of keys that is not a power of two needs as many as if the sequence went
// on ascending.
template <int items, class Bits>
__device__ void sort_valley(Bits (&key)[items]) {
  half_clean<32>(key);
}

}  // namespace merge
