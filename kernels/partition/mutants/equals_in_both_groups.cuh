#include "partition/mutants/second_ballot.cuh"

// FAULT: the group that goes left is not updated after the second ballot.

namespace partition::mutants {

template <class T, class Payload, class Counters, int block, int items>
__global__ void __launch_bounds__(block)
    warp_ballot_atomic(const T* keys, const Payload* payloads, T* keys_out, Payload* payloads_out,
                       size_t n, T pivot, place* counts, place* zeroed) {
  const records<T, Payload> data{keys, payloads, keys_out, payloads_out, n, pivot};
  split_with_second_ballot<false, T, Payload, Counters, block, items>(data, counts, zeroed);
}

}  // namespace partition::mutants
