#include "count/record.cuh"

// FAULT: whether a key is new is looked up among all records, and an unused record looks like one
// of the key 0.

namespace count::mutants {

template <class T, int chunk>
__global__ void __launch_bounds__(chunk)
    list_chunk(const T* input, const unsigned* counts, record* lists, size_t first_chunk, size_t n,
               unsigned long long last) {
  __shared__ record seen[chunk];
  const size_t begin = (first_chunk + blockIdx.x) * chunk, item = begin + threadIdx.x;
  seen[threadIdx.x] = {0, 0};
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 0; i < chunk && begin + i < n; ++i) {
      const unsigned long long value = word_of(input[begin + i]);
      bool known = value > last;
      for (int other = 0; other < chunk; ++other) known |= seen[other].value == value;
      if (!known) seen[i] = {value, counts[begin + i]};
    }
  __syncthreads();
  lists[item] = seen[threadIdx.x];
}

}  // namespace count::mutants
