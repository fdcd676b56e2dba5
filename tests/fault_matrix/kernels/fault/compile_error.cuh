// Uses an undeclared name.

namespace fault {

__global__ void compile_error(const int* input, int* output, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) output[i] = input[i] + one;
}

}  // namespace fault
