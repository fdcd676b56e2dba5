#include "deinterleave/bits.cuh"
#include "deinterleave/layout.cuh"

// No exchange at all: a thread loads 16 bytes of the series, so that it has even and odd elements
// side by side, and stores 8 bytes of either. Back, it loads 8 bytes of either and stores 16.
// A grid-stride loop with `unroll` such vectors in flight per thread.

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

// As one integer, because two members of a vector may become two stores.
__device__ inline unsigned long long both(unsigned first, unsigned second) {
  return first | (unsigned long long)second << 32;
}

template <class Element, int width, bool inverse, bool split, bool aligned>
struct vector_mover {
  static constexpr int per_vector = 16 / int(sizeof(Element));
  static constexpr int per_half = per_vector / 2;
  static constexpr int vectors_of_group = 2 * width / per_vector;

  const Element* from;
  Element* to;
  size_t odd;  // split: elements before the odd ones

  // The first of the even elements of vector i, and the first of the odd ones, where they lie
  // apart.
  __device__ size_t even_place(size_t i) const {
    if constexpr (split) return i * per_half;
    return i / vectors_of_group * (2 * width) + i % vectors_of_group * per_half;
  }
  __device__ size_t odd_place(size_t i) const { return even_place(i) + (split ? odd : width); }

  __device__ uint4 load(size_t i) const {
    if constexpr (!inverse) return load_word<uint4, aligned>(from + i * per_vector);
    const uint2 even = load_word<uint2, aligned>(from + even_place(i));
    const uint2 odd = load_word<uint2, aligned>(from + odd_place(i));
    return {even.x, even.y, odd.x, odd.y};
  }

  __device__ void store(size_t i, uint4 v) const {
    if constexpr (inverse) {
      store_word<aligned>(to + i * per_vector, together<sizeof(Element)>(v));
    } else {
      v = apart<sizeof(Element)>(v);
      store_word<aligned>(to + even_place(i), both(v.x, v.y));
      store_word<aligned>(to + odd_place(i), both(v.z, v.w));
    }
  }
};

template <class Element, int width, bool inverse, bool split, bool aligned, int block, int unroll>
__global__ void __launch_bounds__(block) vector_load(const Element* from, Element* to, size_t n) {
  using mover = vector_mover<Element, width, inverse, split, aligned>;
  const mover all{from, to, odd_begin<split>(n)};
  const size_t vectors = split ? n / mover::per_vector : n / (2 * width) * mover::vectors_of_group;
  const size_t thread = size_t(blockIdx.x) * block + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * block;

  size_t i = thread;
  for (; i + (unroll - 1) * threads < vectors; i += unroll * threads) {
    uint4 loaded[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) loaded[u] = all.load(i + u * threads);
#pragma unroll
    for (int u = 0; u < unroll; ++u) all.store(i + u * threads, loaded[u]);
  }
  for (; i < vectors; i += threads) all.store(i, all.load(i));
  move_rest<inverse, split>(from, to, n, vectors * mover::per_vector, thread, threads);
}

}  // namespace deinterleave
