#include "count/record.cuh"

// FAULT: a chunk that is not full is not counted, so the end of the input is lost.

namespace count::mutants {

template <class T, int chunk>
__global__ void __launch_bounds__(chunk)
    list_chunk(const T* input, const unsigned* counts, record* lists, size_t first_chunk, size_t n,
               unsigned long long last) {
  const size_t begin = (first_chunk + blockIdx.x) * chunk, item = begin + threadIdx.x;
  record mine = {0, 0};
  if (begin + chunk <= n && word_of(input[item]) <= last) {
    size_t place = begin;
    while (input[place] != input[item]) ++place;
    if (place == item) mine = {word_of(input[item]), counts[item]};
  }
  lists[item] = mine;
}

}  // namespace count::mutants
