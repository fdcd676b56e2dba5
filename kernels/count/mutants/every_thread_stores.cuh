#include "count/record.cuh"

// FAULT: each thread stores the counter's current value, before the others have added; the result
// depends on which thread stores last.

namespace count::mutants {

template <class T, int chunk>
__global__ void __launch_bounds__(chunk)
    count_if(const T* input, unsigned* counts, size_t first, size_t n) {
  __shared__ unsigned equal;
  const size_t item = first + blockIdx.x;
  if (item >= n) return;
  if (threadIdx.x == 0) equal = 0;
  __syncthreads();
  const size_t other = item / chunk * chunk + threadIdx.x;
  if (other < n && input[other] == input[item]) atomicAdd(&equal, 1u);
  // A barrier is missing here.
  counts[item] = equal;
}

}  // namespace count::mutants
