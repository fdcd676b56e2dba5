#include "count/record.cuh"

// FAULT: a count of 0 is not stored, but read later. Since keys are compared with the first
// blockDim keys only, such a count occurs.

namespace count::mutants {

template <class T, int chunk>
__global__ void __launch_bounds__(chunk)
    count_if(const T* input, unsigned* counts, size_t first, size_t n) {
  __shared__ unsigned equal;
  const size_t item = first + blockIdx.x;
  if (item >= n) return;
  if (threadIdx.x == 0) equal = 0;
  __syncthreads();
  const size_t other = threadIdx.x;
  if (other < n && input[other] == input[item]) atomicAdd(&equal, 1u);
  __syncthreads();
  if (threadIdx.x == 0 && equal > 0) counts[item] = equal;
}

}  // namespace count::mutants
