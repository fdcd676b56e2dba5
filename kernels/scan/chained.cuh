#pragma once

#include "common/memory_order.cuh"
#include "common/tagged_word.cuh"
#include "scan/block_methods.cuh"

// One pass: tile i waits for the inclusive prefix of tile i - 1, which that tile publishes as soon
// as it has received its own. Tiles are numbered in the order in which blocks start, so the tile
// that is waited for is running. The chain is serial: one hand-over through the L2 cache per tile.
//
// A message is read once, by the next tile, which clears it; the last tile clears the counter. So
// all words are zero again when the kernel ends.

namespace scan {

// A flag, with the value in another array: release and acquire order the two.
template <class Value>
struct fenced_message {
  using word = unsigned;
  word* flags;
  Value* values;

  __device__ void publish(size_t i, Value value) {
    values[i] = value;
    memory::store_release(flags + i, 1u);
  }
  __device__ Value take(size_t i) {
    while (memory::load_acquire(flags + i) == 0) {
    }
    memory::store_relaxed(flags + i, 0u);
    return values[i];
  }
};

// Flag and value in one word: no ordering needed, and one round trip through the L2 cache.
template <class Value>
struct packed_message {
  using word = common::tagged_word;
  word* words;
  Value* unused;

  __device__ void publish(size_t i, Value value) {
    memory::store_relaxed(words + i, common::with_tag(1, value));
  }
  __device__ Value take(size_t i) {
    word seen;
    do seen = memory::load_relaxed(words + i);
    while (seen == 0);
    memory::store_relaxed(words + i, word(0));
    return common::value_of<Value>(seen);
  }
};

template <class Tile, bool inclusive, class Message>
__global__ void __launch_bounds__(Tile::block)
    chained(const typename Tile::in* input, typename Tile::out* output, size_t n, unsigned* begun,
            typename Message::word* words, typename Tile::value* values) {
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
