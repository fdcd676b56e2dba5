#include "partition/insert_middle.cuh"
#include "partition/lookahead.cuh"
#include "partition/warp_split_three.cuh"

// Partition into three parts in one pass, with counts ahead of stores. insert_middle or fill_middle
// does the rest.

namespace partition {

// `state`: a ticket in the first 16 bytes, then the words of the board. The block has three warps
// more than `block`.
template <class T, class Payload, int block, int rows, int stages, int ahead, int blocks_per_sm>
__global__ void __launch_bounds__(block + 96, blocks_per_sm)
    three_way_lookahead(const T* keys, const Payload* payloads, T* keys_out, Payload* payloads_out,
                        size_t n, T pivot, place* counts, unsigned* state, T* aside,
                        Payload* payloads_aside) {
  using algorithm = lookahead<warp_split_three<T, Payload, rows>, block, stages, ahead>;
  static_assert(algorithm::tiles::size < 1 << 16, "narrow counts have 16 bits for each part");
  extern __shared__ __align__(128) unsigned char dynamic[];
  __shared__ typename algorithm::storage shared;
  const three_way_records<T, Payload> data{
      {keys, payloads, keys_out, payloads_out, n, pivot}, aside, payloads_aside};
  algorithm(typename algorithm::tiles(data), counts, state + 4, shared, dynamic).run(state);
}

}  // namespace partition
