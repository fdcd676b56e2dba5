#include "count/record.cuh"

// FAULT: the first thread clears all records, unordered with the threads that write theirs.

namespace count::mutants {

template <class T, int chunk>
__global__ void __launch_bounds__(chunk)
    list_chunk(const T* input, const unsigned* counts, record* lists, size_t first_chunk, size_t n,
               unsigned long long last) {
  __shared__ record list[chunk];
  const size_t begin = (first_chunk + blockIdx.x) * chunk, item = begin + threadIdx.x;
  if (threadIdx.x == 0)
    for (int i = 0; i < chunk; ++i) list[i] = {0, 0};
  // A barrier is missing here.
  if (item < n && word_of(input[item]) <= last) {
    size_t place = begin;
    while (input[place] != input[item]) ++place;
    if (place == item) list[threadIdx.x] = {word_of(input[item]), counts[item]};
  }
  __syncthreads();
  lists[item] = list[threadIdx.x];
}

}  // namespace count::mutants
