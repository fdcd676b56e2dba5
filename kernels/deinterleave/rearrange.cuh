#pragma once

#include "deinterleave/bits.cuh"
#include "deinterleave/layout.cuh"

// Load, exchange, store: the part that all exchanges between lanes share. A block takes tiles of
// `unroll` groups of 2 * width elements per lane, in a grid-stride loop. A group is held by
// min(width, 32) lanes of a warp, striped: register k of lane l holds word k * lanes + l of the
// group, both before and after. All lanes of a warp take part in every exchange, also those without
// a group.
//
// `Exchange` defines its `word`, the number of `lanes` per group, and the `element_bytes` of its
// elements, of which a word may hold several; it deinterleaves and interleaves two registers.

namespace deinterleave {

template <class Exchange, class Element, int width, bool inverse, bool split, bool aligned>
struct group_mover {
  using word = typename Exchange::word;
  static constexpr bool packed = sizeof(Element) < sizeof(word) && Exchange::packs;
  static constexpr int per_word = packed ? int(sizeof(word) / sizeof(Element)) : 1;
  static constexpr int lanes = Exchange::lanes;
  static constexpr int half = width / per_word / lanes;  // registers of even (or odd) elements
  static constexpr int registers = 2 * half;

  const Element* from;
  Element* to;
  size_t odd;  // split: number of elements before the odd ones

  __device__ static word load_from(const Element* place) {
    if constexpr (packed)
      return load_word<word, aligned>(place);
    else
      return word(*place);
  }

  __device__ static void store_to(Element* place, word value) {
    if constexpr (packed)
      store_word<aligned>(place, value);
    else
      *place = Element(value);
  }

  // The first element of register k of this lane, in the deinterleaved or interleaved order.
  template <bool apart>
  __device__ size_t place(size_t group, int k) const {
    const int lane = threadIdx.x % lanes;
    if constexpr (split && apart)
      return (group * half + k % half) * (lanes * per_word) + lane * per_word +
             (k < half ? 0 : odd);
    else
      return (group * registers + k) * (lanes * per_word) + lane * per_word;
  }

  __device__ void load(word (&r)[registers], size_t group) const {
#pragma unroll
    for (int k = 0; k < registers; ++k) r[k] = load_from(from + place<inverse>(group, k));
  }

  __device__ void store(const word (&r)[registers], size_t group) const {
#pragma unroll
    for (int k = 0; k < registers; ++k) store_to(to + place<!inverse>(group, k), r[k]);
  }

  // A series of more than 64 words is a sequence of 64-word ones; the assignment to registers costs
  // nothing.
  __device__ static void exchange(word (&r)[registers]) {
    word sorted[registers];
#pragma unroll
    for (int k = 0; k < half; ++k) {
      if constexpr (inverse) {
        Exchange::interleave(r[k], r[half + k]);
        sorted[2 * k] = r[k];
        sorted[2 * k + 1] = r[half + k];
      } else {
        Exchange::deinterleave(r[2 * k], r[2 * k + 1]);
        sorted[k] = r[2 * k];
        sorted[half + k] = r[2 * k + 1];
      }
    }
#pragma unroll
    for (int k = 0; k < registers; ++k) r[k] = sorted[k];
  }

  // All repetitions are executed as a single one would be: the compiler must not see through them.
  template <int groups>
  __device__ static void exchange(word (&r)[groups][registers], unsigned repeats) {
    constexpr int times_in_line = groups < 4 ? 4 / groups : 1;
#pragma unroll times_in_line
    for (unsigned time = 0; time < repeats; ++time) {
#pragma unroll
      for (int g = 0; g < groups; ++g) {
        exchange(r[g]);
#pragma unroll
        for (int k = 0; k < registers; ++k)
          if constexpr (sizeof(word) == 8)
            asm volatile("" : "+l"(r[g][k]));
          else
            asm volatile("" : "+r"(r[g][k]));
      }
    }
  }
};

template <class Exchange, class Element, int width, bool inverse, bool split, bool aligned,
          int block, int unroll>
__global__ void __launch_bounds__(block)
    rearrange(const Element* from, Element* to, size_t n, unsigned repeats) {
  using mover = group_mover<Exchange, Element, width, inverse, split, aligned>;
  const mover groups{from, to, odd_begin<split>(n)};
  const size_t count = n / (2 * width);
  constexpr int per_warp = 32 / mover::lanes;
  const size_t thread = size_t(blockIdx.x) * block + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * block;
  const int own = threadIdx.x % 32 / mover::lanes;

  constexpr int at_once = block / mover::lanes;
  constexpr size_t tile = size_t(at_once) * unroll;
  const size_t tiles = count / tile;
  for (size_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const size_t mine = t * tile + threadIdx.x / mover::lanes;
    typename mover::word r[unroll][mover::registers];
#pragma unroll
    for (int u = 0; u < unroll; ++u) groups.load(r[u], mine + u * at_once);
    mover::exchange(r, repeats);
#pragma unroll
    for (int u = 0; u < unroll; ++u) groups.store(r[u], mine + u * at_once);
  }
  const size_t warps = threads / 32;
  for (size_t first = tiles * tile + thread / 32 * per_warp; first < count;
       first += warps * per_warp) {
    typename mover::word r[1][mover::registers] = {};
    const bool has_group = first + own < count;
    if (has_group) groups.load(r[0], first + own);
    mover::exchange(r, repeats);
    if (has_group) groups.store(r[0], first + own);
  }
  move_rest<inverse, split>(from, to, n, count * (2 * width), thread, threads);
}

}  // namespace deinterleave
