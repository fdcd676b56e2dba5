#include "partition/block_split.cuh"

// Ballots count the elements that go left and right per warp, one warp scans these counts, and one
// thread claims the output range of the full tile.

namespace partition {

template <class T, class Payload, class Placing, int block, int items>
__global__ void __launch_bounds__(block)
    block_aggregated(const T* keys, const Payload* payloads, T* keys_out, Payload* payloads_out,
                     size_t n, T pivot, place* counts, place* zeroed) {
  using tile = block_split<T, Payload, block, items>;
  extern __shared__ __align__(16) unsigned char dynamic[];
  __shared__ typename tile::storage shared;
  const records<T, Payload> data{keys, payloads, keys_out, payloads_out, n, pivot};
  tile mine(data, shared, blockIdx.x);
  mine.count([&](two_counts all) {
    return separate_counters(counts, zeroed).take(all.left(), all.right(), n);
  });
  Placing::place(mine, dynamic);
}

}  // namespace partition
