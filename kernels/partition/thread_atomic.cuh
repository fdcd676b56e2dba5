#include "partition/end_counters.cuh"
#include "partition/records.cuh"

// Every thread claims the output index of its one element.

namespace partition {

template <class T, class Payload, int block>
__global__ void __launch_bounds__(block)
    thread_atomic(const T* keys, const Payload* payloads, T* keys_out, Payload* payloads_out,
                  size_t n, T pivot, place* counts, place* zeroed) {
  const records<T, Payload> data{keys, payloads, keys_out, payloads_out, n, pivot};
  const size_t i = size_t(blockIdx.x) * block + threadIdx.x;
  if (i >= n) return;
  const auto mine = data.load(i);
  const bool goes_left = data.goes_left(mine.key);
  const claim got = separate_counters(counts, zeroed).take(goes_left, !goes_left, n);
  data.store(goes_left ? got.left_begin : got.right_begin, mine);
}

}  // namespace partition
