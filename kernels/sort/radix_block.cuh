#include "sort/radix_matching.cuh"
#include "sort/radix_tile.cuh"

// A least-significant-digit radix sort within one block: keys stay in registers, and are exchanged
// through shared memory once per digit.

namespace sort {

template <class Key, class Payload, int block, int items, class Matching>
__global__ void __launch_bounds__(block)
    radix_block(const Key* input, const Payload* input_payload, Key* output,
                Payload* output_payload, unsigned n) {
  using tile = radix_tile<typename ordered_key<Key>::bits, Payload, block, items, Matching>;
  extern __shared__ __align__(16) unsigned char dynamic[];
  auto& shared = reinterpret_cast<typename tile::storage&>(dynamic);
  __shared__ typename tile::totals totals;

  tile own;
  own.load(input, n);
  own.load_payload(input_payload, n);
#pragma unroll 1
  for (unsigned byte = 0; byte < sizeof(Key); ++byte) {
    if (byte != 0) {
      __syncthreads();
      own.take_in_order(shared);
    }
    tile::clear(shared, byte);
    own.count_digits(shared, byte);
    __syncthreads();
    own.sum_counts(shared);
    own.place_digits(shared, totals);
    own.rank(shared);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < n; i += block) {
    output[i] = ordered_key<Key>::to(shared.keys[i]);
    if constexpr (is_payload<Payload>) output_payload[i] = shared.payload[i];
  }
}

}  // namespace sort
