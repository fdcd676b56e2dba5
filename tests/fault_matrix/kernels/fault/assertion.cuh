// Asserts a false condition.

namespace fault {

__global__ void assertion(const int* input, int* output, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  assert(i != n / 2);
  if (i < n) output[i] = input[i] + 1;
}

}  // namespace fault
