#include "count/record.cuh"

// FAULT: only the threads whose key is equal reach the barrier before their addition.

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
  if (other < n && input[other] == input[item]) {
    __syncthreads();
    atomicAdd(&equal, 1u);
  }
  __syncthreads();
  if (threadIdx.x == 0) counts[item] = equal;
}

}  // namespace count::mutants
