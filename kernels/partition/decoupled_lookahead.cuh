#include "partition/lookahead.cuh"

// Partition into two parts in one pass, with counts ahead of stores.

namespace partition {

// `state`: a ticket in the first 16 bytes, then the words of the board. The block has three warps
// more than `block`.
template <class T, class Payload, int block, int rows, int stages, int ahead, int blocks_per_sm>
__global__ void __launch_bounds__(block + 96, blocks_per_sm)
    decoupled_lookahead(const T* keys, const Payload* payloads, T* keys_out, Payload* payloads_out,
                        size_t n, T pivot, place* counts, unsigned* state) {
  using algorithm = lookahead<warp_split<T, Payload, rows>, block, stages, ahead>;
  extern __shared__ __align__(128) unsigned char dynamic[];
  __shared__ typename algorithm::storage shared;
  algorithm(typename algorithm::tiles({keys, payloads, keys_out, payloads_out, n, pivot}), counts,
            state + 4, shared, dynamic)
      .run(state);
}

}  // namespace partition
