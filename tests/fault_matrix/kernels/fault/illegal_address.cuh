// Writes far beyond any allocation.

namespace fault {

__global__ void illegal_address(const int* input, int* output, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) output[i] = input[i] + 1;
  if (i == 0) output[size_t(1) << 38] = 1;
}

}  // namespace fault
