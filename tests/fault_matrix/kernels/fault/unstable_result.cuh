// Correct in its first execution, wrong in every later one.

namespace fault {

__device__ unsigned executions = 0;

__global__ void unstable_result(const int* input, int* output, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const unsigned before = executions / gridDim.x;
  if (i < n) output[i] = input[i] + 1 + int(before);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&executions, 1u);
}

}  // namespace fault
