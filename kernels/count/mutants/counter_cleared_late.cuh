#include "count/record.cuh"

// FAULT: the barrier comes before the clearing instead of after it, so that a warp may add before
// the counter is zero.

namespace count::mutants {

template <class T, int chunk>
__global__ void __launch_bounds__(chunk)
    count_if(const T* input, unsigned* counts, size_t first, size_t n) {
  __shared__ unsigned equal;
  const size_t item = first + blockIdx.x;
  if (item >= n) return;
  const size_t other = item / chunk * chunk + threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) equal = 0;
  if (other < n && input[other] == input[item]) atomicAdd(&equal, 1u);
  __syncthreads();
  if (threadIdx.x == 0) counts[item] = equal;
}

}  // namespace count::mutants
