#include "common/dependent_launch.cuh"
#include "merge/rank.cuh"
#include "sort/record.cuh"

// Each block sorts a tile of block * items keys by merging in shared memory. The index of a key in
// the merged run is its index in its own run plus its rank in the sibling run.

namespace sort {

template <class Key, class Payload, int block, int items>
__global__ void __launch_bounds__(block)
    rank_search_tiles(const Key* keys, const Payload* payloads, Key* sorted_keys,
                      Payload* sorted_payloads, size_t n) {
  constexpr unsigned tile = block * items;
  using bits = typename ordered_key<Key>::bits;
  __shared__ record_storage<bits, Payload, tile> shared;
  const auto staged = shared.array();
  const size_t first = size_t(blockIdx.x) * tile;
  const unsigned present = n - first < tile ? unsigned(n - first) : tile;
  const record_source<Key, Payload> from{keys, payloads};
  const record_array<Key, Payload> to{sorted_keys, sorted_payloads};

  dependent_launch::wait_and_trigger();
  for (unsigned i = threadIdx.x; i < present; i += block) staged.store(i, from.load(first + i));
  __syncthreads();
  for (unsigned run = 1; run < present; run *= 2) {
    record<bits, Payload> held[items];
    unsigned place[items];
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const unsigned i = threadIdx.x + k * block;
      if (i >= present) continue;
      held[k] = staged.load(i);
      const unsigned sibling = (i & ~(run - 1)) ^ run, pair = i & ~(2 * run - 1);
      const unsigned left = sibling < present ? present - sibling : 0;
      place[k] =
          pair + (i & (run - 1)) +
          merge::rank_of(held[k].key, (i & run) != 0, staged, sibling, left < run ? left : run);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < items; ++k)
      if (threadIdx.x + k * block < present) staged.store(place[k], held[k]);
    __syncthreads();
  }
  for (unsigned i = threadIdx.x; i < present; i += block) to.store(first + i, staged.load(i));
}

}  // namespace sort
