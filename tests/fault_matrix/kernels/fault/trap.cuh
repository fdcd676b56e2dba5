// Raises a trap, like a kernel that detects an invalid state.

namespace fault {

__global__ void trap(const int* input, int* output, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) output[i] = input[i] + 1;
  if (i == n / 2) __trap();
}

}  // namespace fault
