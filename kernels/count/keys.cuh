#pragma once

#include "common/vectors.cuh"

namespace count {

constexpr unsigned no_bin = 0xffffffff;

// The bin of a key. Keys outside 0..bins-1 have numbers from `bins` on.
template <class T>
__device__ unsigned bin_of(T key) {
  if constexpr (sizeof(T) == 8)
    return key >> 32 == 0 ? unsigned(key) : no_bin;
  else
    return unsigned(key);
}

// Whether a number returned by bin_of is a bin. The result is a constant where every T has one.
template <class T, unsigned bins>
__device__ bool is_bin(unsigned number) {
  if constexpr (sizeof(T) < 4) {
    if constexpr (bins >> 8 * sizeof(T) != 0) return true;
  }
  return number < bins;
}

// Every block takes an equal share of the full 16-byte vectors. A thread has `unroll` of them in
// flight while it counts the previous ones. The keys before the first vector and after the last go
// to the first warp. A share has fewer than 2^31 - block * unroll vectors, which a grid of two
// blocks ensures: there are fewer than 2^32 keys, of at most half a vector each. `prepare()` is
// called while the first vectors are in flight.
//
// A counter has begin_tile(), for the full block, and add(key or vector, whether it exists). All
// lanes of a warp call them together.
template <int block, int unroll, class T, class Counter, class Prepare>
__device__ void count_share(const T* keys, size_t n, Counter& counter, Prepare prepare) {
  using vector = common::vector_of<T, 16>;
  const common::vector_span<T, 16> span(keys, n);
  const unsigned vectors = unsigned(span.vectors);  // fewer than 2^32, as keys are
  const unsigned more = vectors % gridDim.x;
  const unsigned share = vectors / gridDim.x + (blockIdx.x < more ? 1 : 0);
  const size_t begin =
      size_t(vectors / gridDim.x) * blockIdx.x + (blockIdx.x < more ? blockIdx.x : more);
  const vector* mine = span.wide + begin + threadIdx.x;
  const int left = int(share) - int(threadIdx.x);  // from the thread's first vector on

  vector next[unroll];
#pragma unroll
  for (int u = 0; u < unroll; ++u)
    if (u * block < left) next[u] = mine[u * block];
  prepare();
  __syncthreads();

  if (blockIdx.x == 0 && threadIdx.x < 32) {
    const size_t tail = span.tail_begin + threadIdx.x;
    counter.add(threadIdx.x < span.head ? keys[threadIdx.x] : T(), threadIdx.x < span.head);
    counter.add(tail < n ? keys[tail] : T(), tail < n);
  }
  constexpr int tile = block * unroll;
  for (int first = 0; first < int(share); first += tile) {
    counter.begin_tile();
    vector now[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) now[u] = next[u];
#pragma unroll
    for (int u = 0; u < unroll; ++u)
      if (first + tile + u * block < left) next[u] = mine[first + tile + u * block];
#pragma unroll
    for (int u = 0; u < unroll; ++u) counter.add(now[u], first + u * block < left);
  }
}

// Base of counters that take one key at a time: those whose number `Counter::counts_bin` accepts go
// to `Counter::add_bin`.
template <class Counter, class T>
struct counts_each {
  __device__ void begin_tile() {}

  __device__ void add(T key, bool is_there) {
    Counter& counter = *static_cast<Counter*>(this);
    const unsigned bin = bin_of(key);
    if (is_there && counter.counts_bin(bin)) counter.add_bin(bin);
  }

  __device__ void add(const common::vector_of<T, 16>& keys, bool is_there) {
    if (!is_there) return;
    Counter& counter = *static_cast<Counter*>(this);
#pragma unroll
    for (int lane = 0; lane < common::vector_of<T, 16>::width; ++lane) {
      const unsigned bin = bin_of(keys[lane]);
      if (counter.counts_bin(bin)) counter.add_bin(bin);
    }
  }
};

// The number of bins is known when the kernel is compiled.
template <class Counter, class T, unsigned bins>
struct counts_one_by_one : counts_each<Counter, T> {
  __device__ static bool counts_bin(unsigned number) { return is_bin<T, bins>(number); }
};

// The number of bins is known when the kernel runs.
template <class Counter, class T>
struct counts_below : counts_each<Counter, T> {
  unsigned bins;

  __device__ bool counts_bin(unsigned number) const { return number < bins; }
};

}  // namespace count
