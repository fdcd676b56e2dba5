#pragma once

#include "scan/block_methods.cuh"

// One pass: tile i waits for the fold of all tiles before it, which tile i - 1 publishes as soon as
// it knows its own. Tiles are numbered in the order in which blocks begin, so that whoever is
// waited for is running. The chain is serial: one hand-over through the L2 cache a tile.
//
// A message is read once, by its successor, who clears it; the last tile clears the counter. So all
// words are zero again when the kernel ends.

namespace scan {

// The message is a flag, and the value lies elsewhere: fences keep the two in order.
template <class Value>
struct fenced_message {
  unsigned long long* flags;
  Value* values;

  __device__ void publish(size_t i, Value value) {
    values[i] = value;
    __threadfence();
    *static_cast<volatile unsigned long long*>(flags + i) = 1;
  }
  __device__ Value take(size_t i) {
    volatile unsigned long long* flag = flags + i;
    while (*flag == 0) {
    }
    __threadfence();
    *flag = 0;
    return values[i];
  }
};

// Flag and value are one word: no fence, and one trip through the L2 cache instead of two.
template <class Value>
struct packed_message {
  unsigned long long* words;
  Value* unused;

  __device__ void publish(size_t i, Value value) {
    const unsigned bits = *reinterpret_cast<const unsigned*>(&value);
    *static_cast<volatile unsigned long long*>(words + i) = 1ull << 32 | bits;
  }
  __device__ Value take(size_t i) {
    volatile unsigned long long* word = words + i;
    unsigned long long seen;
    do seen = *word;
    while (seen == 0);
    *word = 0;
    const unsigned bits = unsigned(seen);
    return *reinterpret_cast<const Value*>(&bits);
  }
};

template <class Tile, bool inclusive, class Message>
__global__ void __launch_bounds__(Tile::block)
    chained(const typename Tile::in* input, typename Tile::out* output, size_t n, unsigned* begun,
            unsigned long long* words, typename Tile::value* values) {
  using value = typename Tile::value;
  __shared__ typename Tile::storage shared;
  __shared__ unsigned drawn;
  __shared__ value before;

  if (threadIdx.x == 0) drawn = atomicAdd(begun, 1u);
  __syncthreads();
  const size_t place = drawn;

  Tile tile(shared);
  tile.load(input, place * Tile::size, n);
  const value total = tile.template scan<inclusive>();
  if (threadIdx.x == 0) {
    Message messages{words, values};
    before = place == 0 ? tile.op.identity() : messages.take(place - 1);
    if (place + 1 < gridDim.x)
      messages.publish(place, tile.op(before, total));
    else
      atomicExch(begun, 0u);
  }
  __syncthreads();
  tile.add(before);
  tile.store(output, place * Tile::size, n);
}

}  // namespace scan
