#include "common/block_fold.cuh"
#include "common/dependent_launch.cuh"
#include "partition/block_split.cuh"

// Three kernels: count per tile, scan the counts, scatter. Each tile knows its output ranges on
// both sides, and the order is preserved.

namespace partition {

// How many elements of each tile go left. Neighbouring threads read neighbouring elements.
template <class T, int block, int items>
__global__ void __launch_bounds__(block)
    count_tiles(const T* keys, size_t n, T pivot, place* tile_left) {
  __shared__ unsigned warp_left[block / 32];
  const records<T, sort::no_payload> data{keys, nullptr, nullptr, nullptr, n, pivot};
  const size_t first = size_t(blockIdx.x) * (block * items) + threadIdx.x;
  dependent_launch::wait_and_trigger();
  unsigned left = 0;
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const size_t i = first + k * block;
    if (i < n) left += data.goes_left(keys[i]);
  }
  left = common::block_fold<block>(left, warp_left, ops::sum<unsigned>());
  if (threadIdx.x == 0) tile_left[blockIdx.x] = left;
}

// `tile_left` as above, and `left_before`, their exclusive scan. The elements, which no launch
// before that may still run has stored, are loaded before the wait.
template <class T, class Payload, class Placing, int block, int items>
__global__ void __launch_bounds__(block)
    scatter_tiles(const T* keys, const Payload* payloads, T* keys_out, Payload* payloads_out,
                  size_t n, T pivot, place* counts, const place* tile_left,
                  const place* left_before) {
  using tile = block_split<T, Payload, block, items>;
  extern __shared__ __align__(16) unsigned char dynamic[];
  __shared__ typename tile::storage shared;
  const records<T, Payload> data{keys, payloads, keys_out, payloads_out, n, pivot};
  tile mine(data, shared, blockIdx.x);
  dependent_launch::wait_and_trigger();
  mine.count([&](two_counts) -> claim {
    const unsigned last = gridDim.x - 1;
    const place all_left = left_before[last] + tile_left[last], left = left_before[blockIdx.x];
    if (blockIdx.x == last) *counts = all_left;
    return {left, all_left + (mine.first - left)};
  });
  Placing::place(mine, dynamic);
}

}  // namespace partition
