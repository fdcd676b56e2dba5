#include "common/dependent_launch.cuh"
#include "sort/record.cuh"

// Batcher's bitonic network for any number of keys, in place. To merge two sorted halves of a span,
// the first step compares each key of the lower half with its mirror image in the upper one; every
// other step compares keys at half the previous distance. Every comparison leaves the smaller key
// at the lower index, so imaginary keys past the end with the largest value would never move, and
// are not needed.

namespace sort {

// A conditional swap by the key: the minimum and maximum of merge::compare_exchange would select
// the payload twice.
template <class Element>
__device__ void exchange_records(Element& low, Element& high) {
  if (high.key < low.key) {
    const Element kept = low;
    low = high;
    high = kept;
  }
}

// `steps` consecutive steps in registers, on a group of 2^steps keys that are compared only with
// each other: keys `unit` apart from `first` + x on; in the upper half their mirror images if the
// first step is the mirrored one.
template <int steps, bool mirrored, class Array>
__device__ void group_steps(const Array& array, size_t first, size_t unit, size_t x, size_t n) {
  constexpr int count = 1 << steps;
  using element = typename Array::element;
  const auto place = [&](int j) {
    return first + j * unit + (mirrored && j >= count / 2 ? unit - 1 - x : x);
  };
  if (place(0) >= n) return;
  element held[count];
#pragma unroll
  for (int j = 0; j < count; ++j)
    held[j] = place(j) < n ? array.load(place(j)) : element{~typename Array::bits(0), {}};
  if constexpr (mirrored) {
#pragma unroll
    for (int j = 0; j < count / 2; ++j) exchange_records(held[j], held[count - 1 - j]);
  }
#pragma unroll
  for (int distance = mirrored ? count / 4 : count / 2; distance > 0; distance /= 2)
#pragma unroll
    for (int j = 0; j < count; ++j)
      if ((j & distance) == 0) exchange_records(held[j], held[j + distance]);
#pragma unroll
  for (int j = 0; j < count; ++j)
    if (place(j) < n) array.store(place(j), held[j]);
}

// `steps` steps of the merges of spans of 2^log_span keys: one group per thread.
template <class Key, class Payload, int block, int steps, bool mirrored>
__global__ void __launch_bounds__(block)
    bitonic_steps(Key* keys, Payload* payloads, size_t n, int log_span) {
  const size_t group = size_t(blockIdx.x) * block + threadIdx.x;
  const int log_unit = log_span - steps;
  const size_t unit = size_t(1) << log_unit;
  dependent_launch::wait_and_trigger();
  group_steps<steps, mirrored>(record_array<Key, Payload>{keys, payloads},
                               group >> log_unit << log_span, unit, group & (unit - 1), n);
}

// The same for all spans of a tile in shared memory, by the full block.
template <int block, int tile, int steps, bool mirrored, class Array>
__device__ void tile_steps(const Array& array, int log_span, unsigned present) {
  const int log_unit = log_span - steps;
  const unsigned unit = 1u << log_unit;
  for (unsigned group = threadIdx.x; group < tile >> steps; group += block)
    group_steps<steps, mirrored>(array, group >> log_unit << log_span, unit, group & (unit - 1),
                                 present);
  __syncthreads();
}

// As many steps as can be fused; returns their number.
template <int block, int tile, int fused, bool mirrored, class Array>
__device__ int max_tile_steps(const Array& array, int log_span, unsigned present) {
  if constexpr (fused > 1)
    if (log_span < fused)
      return max_tile_steps<block, tile, fused - 1, mirrored>(array, log_span, present);
  tile_steps<block, tile, fused, mirrored>(array, log_span, present);
  return fused;
}

// Sorts each block's tile of block * items keys. With `halved`, it only completes the merges of
// larger spans, after their steps down to the length of a tile.
template <class Key, class Payload, int block, int items, int fused, bool halved>
__global__ void __launch_bounds__(block) bitonic_tiles(Key* keys, Payload* payloads, size_t n) {
  constexpr int tile = block * items;
  __shared__ record_storage<typename ordered_key<Key>::bits, Payload, tile> shared;
  const auto staged = shared.array();
  const size_t first = size_t(blockIdx.x) * tile;
  const unsigned present = n - first < tile ? unsigned(n - first) : tile;
  const record_array<Key, Payload> all{keys, payloads};

  dependent_launch::wait_and_trigger();
  for (unsigned i = threadIdx.x; i < present; i += block) staged.store(i, all.load(first + i));
  __syncthreads();
  for (int log_span = halved ? 31 - __clz(tile) : 1; 1 << log_span <= tile; ++log_span) {
    int left = log_span;
    if constexpr (!halved) left -= max_tile_steps<block, tile, fused, true>(staged, left, present);
    while (left > 0) left -= max_tile_steps<block, tile, fused, false>(staged, left, present);
  }
  for (unsigned i = threadIdx.x; i < present; i += block) all.store(first + i, staged.load(i));
}

}  // namespace sort
