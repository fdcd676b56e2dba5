#pragma once

#include "merge/split.cuh"
#include "merge/tile.cuh"

// Merges two neighbouring runs of a tile in shared memory, by threads that produce `items` keys of
// the result each.

namespace merge {

// Two sorted runs, by their slots in a tile.
struct runs {
  unsigned a, a_length, b, b_length;
};

// A thread's part of two runs: the first keys of each that it merges, and how many it has of run a.
struct thread_part {
  unsigned a, b, of_a;
};

// Loads the keys of a in descending and those of b in ascending order and sorts them by a network:
// no load depends on another.
struct by_network {
  static constexpr bool needs_ends = true;

  template <class Tile, class Bits, class Payload, int items>
  __device__ static void merge(const Tile& from, const runs&, thread_part part, Bits (&key)[items],
                               Payload (&payload)[items]) {
    const unsigned last = part.a + part.of_a - 1, first = part.b - part.of_a;
    const auto slot = [=](unsigned k) { return k < part.of_a ? last - k : first + k; };
    if constexpr (Tile::with_payload) {
      slotted_key<Bits> slotted[items];
#pragma unroll
      for (int k = 0; k < items; ++k)
        slotted[k] = slotted_key<Bits>::of(from.key(slot(k)), slot(k));
      sort_valley(slotted);
      from.take(slotted, key, payload);
    } else {
#pragma unroll
      for (int k = 0; k < items; ++k) key[k] = from.key(slot(k));
      sort_valley(key);
    }
  }
};

// Serial: each step loads the key after the one that it took. A key loaded past the end of a run is
// never used; past the end of the second run, other threads may be writing.
struct serially {
  static constexpr bool needs_ends = false;

  template <class Tile, class Bits, class Payload, int items>
  __device__ static void merge(const Tile& from, const runs& of, thread_part part,
                               Bits (&key)[items], Payload (&payload)[items]) {
    const unsigned a_end = of.a + of.a_length, b_end = of.b + of.b_length;
    const auto at = [&](unsigned i) { return from.key(i < b_end ? i : b_end - 1); };
    Bits a_key = at(part.a), b_key = at(part.b);
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const bool takes_b = part.b < b_end && (part.a >= a_end || b_key < a_key);
      key[k] = takes_b ? b_key : a_key;
      const unsigned taken = takes_b ? part.b : part.a;
      if constexpr (Tile::with_payload) payload[k] = from.payloads[taken];
      const Bits next = at(taken + 1);
      if (takes_b)
        b_key = next, ++part.b;
      else
        a_key = next, ++part.a;
    }
  }
};

// The part of thread `rank` of the `threads` that merge the same two runs. The ends, which are the
// beginnings of the next thread's part, are computed only for a Method that needs them: by register
// exchange within a warp, through `board` within a block.
template <class Method, int items, bool within_warp, class Tile>
__device__ thread_part part_of(const Tile& in, const runs& of, unsigned rank, unsigned threads,
                               unsigned* board) {
  const unsigned d = rank * items;
  const unsigned begin = split(
      d, of.a_length, of.b_length, [&](unsigned i) { return in.key(of.a + i); },
      [&](unsigned j) { return in.key(of.b + j); });
  unsigned end = begin;
  if constexpr (Method::needs_ends) {
    if constexpr (within_warp) {
      end = __shfl_down_sync(warp::all_lanes, begin, 1);
    } else {
      board[threadIdx.x] = begin;
      __syncthreads();
      end = board[rank + 1 < threads ? threadIdx.x + 1 : 0];
    }
    if (rank + 1 == threads) end = of.a_length;
  }
  return {of.a + begin, of.b + d - begin, end - begin};
}

}  // namespace merge
