#include "deinterleave/bits.cuh"
#include "deinterleave/layout.cuh"

// No exchange: a thread loads 16 or 32 bytes of the series, which contain even and odd elements,
// and stores 8 or 16 bytes of each parity. The inverse works the other way round. A block takes
// tiles of `unroll` such vectors per thread, in a grid-stride loop.

namespace deinterleave {

template <int element_bytes>
__device__ uint4 apart(uint4 v) {
  if constexpr (element_bytes == 4) return {v.x, v.z, v.y, v.w};
  if constexpr (element_bytes < 4) {
    unzip<element_bytes>(v.x, v.y);
    unzip<element_bytes>(v.z, v.w);
    return {v.x, v.z, v.y, v.w};
  }
  return v;
}

template <int element_bytes>
__device__ uint4 together(uint4 v) {
  if constexpr (element_bytes < 8) v = {v.x, v.z, v.y, v.w};
  if constexpr (element_bytes < 4) {
    zip<element_bytes>(v.x, v.y);
    zip<element_bytes>(v.z, v.w);
  }
  return v;
}

// As one integer, because the compiler may split a vector's members into separate stores.
__device__ inline unsigned long long both(unsigned first, unsigned second) {
  return first | (unsigned long long)second << 32;
}

// The unit of a thread: `pieces` of 16 bytes of the series, each of which becomes (or is made of)
// two halves, one of each parity.
template <class Element, int width, bool inverse, bool split, bool aligned, int pieces>
struct vector_mover {
  static constexpr int per_vector = pieces * 16 / int(sizeof(Element));
  static constexpr int per_half = per_vector / 2;
  static constexpr int vectors_of_group = 2 * width / per_vector;

  struct vector {
    uint4 piece[pieces];
  };

  const Element* from;
  Element* to;
  size_t odd;  // split: number of elements before the odd ones

  // The index of vector i's first even element, and of its first odd one, in the deinterleaved
  // order.
  __device__ size_t even_place(size_t i) const {
    if constexpr (split) return i * per_half;
    return i / vectors_of_group * (2 * width) + i % vectors_of_group * per_half;
  }
  __device__ size_t odd_place(size_t i) const { return even_place(i) + (split ? odd : width); }

  __device__ vector load(size_t i) const {
    vector v;
    if constexpr (!inverse) {
#pragma unroll
      for (int p = 0; p < pieces; ++p)
        v.piece[p] = load_word<uint4, aligned>(from + i * per_vector + p * (per_vector / pieces));
    } else if constexpr (pieces == 1) {
      const uint2 even = load_word<uint2, aligned>(from + even_place(i));
      const uint2 odd = load_word<uint2, aligned>(from + odd_place(i));
      v.piece[0] = {even.x, even.y, odd.x, odd.y};
    } else {
      const uint4 even = load_word<uint4, aligned>(from + even_place(i));
      const uint4 odd = load_word<uint4, aligned>(from + odd_place(i));
      v.piece[0] = {even.x, even.y, odd.x, odd.y};
      v.piece[1] = {even.z, even.w, odd.z, odd.w};
    }
    return v;
  }

  __device__ void store(size_t i, vector v) const {
    if constexpr (inverse) {
#pragma unroll
      for (int p = 0; p < pieces; ++p)
        store_word<aligned>(to + i * per_vector + p * (per_vector / pieces),
                            together<sizeof(Element)>(v.piece[p]));
    } else if constexpr (pieces == 1) {
      const uint4 halves = apart<sizeof(Element)>(v.piece[0]);
      store_word<aligned>(to + even_place(i), both(halves.x, halves.y));
      store_word<aligned>(to + odd_place(i), both(halves.z, halves.w));
    } else {
      const uint4 first = apart<sizeof(Element)>(v.piece[0]);
      const uint4 second = apart<sizeof(Element)>(v.piece[1]);
      store_word<aligned>(to + even_place(i), uint4{first.x, first.y, second.x, second.y});
      store_word<aligned>(to + odd_place(i), uint4{first.z, first.w, second.z, second.w});
    }
  }
};

template <class Element, int width, bool inverse, bool split, bool aligned, int pieces, int block,
          int unroll>
__global__ void __launch_bounds__(block) vector_load(const Element* from, Element* to, size_t n) {
  using mover = vector_mover<Element, width, inverse, split, aligned, pieces>;
  const mover all{from, to, odd_begin<split>(n)};
  const size_t vectors = split ? n / mover::per_vector : n / (2 * width) * mover::vectors_of_group;
  const size_t thread = size_t(blockIdx.x) * block + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * block;

  constexpr size_t tile = size_t(block) * unroll;
  const size_t tiles = vectors / tile;
  for (size_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const size_t first = t * tile + threadIdx.x;
    typename mover::vector loaded[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) loaded[u] = all.load(first + u * block);
#pragma unroll
    for (int u = 0; u < unroll; ++u) all.store(first + u * block, loaded[u]);
  }
  for (size_t i = tiles * tile + thread; i < vectors; i += threads) all.store(i, all.load(i));
  move_rest<inverse, split>(from, to, n, vectors * mover::per_vector, thread, threads);
}

}  // namespace deinterleave
