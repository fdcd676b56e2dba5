#include "count/record.cuh"

// FAULT: a count is accepted only if it is less than the number of keys of the chunk.

namespace count::mutants {

template <class T, int chunk>
__global__ void __launch_bounds__(chunk)
    list_chunk(const T* input, const unsigned* counts, record* lists, size_t first_chunk, size_t n,
               unsigned long long last) {
  const size_t begin = (first_chunk + blockIdx.x) * chunk, item = begin + threadIdx.x;
  const size_t keys = n - begin < chunk ? n - begin : chunk;
  record mine = {0, 0};
  if (item < n && counts[item] > 0 && counts[item] < keys && word_of(input[item]) <= last) {
    size_t place = begin;
    while (input[place] != input[item]) ++place;
    if (place == item) mine = {word_of(input[item]), counts[item]};
  }
  lists[item] = mine;
}

}  // namespace count::mutants
