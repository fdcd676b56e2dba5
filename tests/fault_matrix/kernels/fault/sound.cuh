// The correct kernel of this family: output[i] = input[i] + 1.

namespace fault {

template <int step>
__global__ void sound(const int* input, int* output, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) output[i] = input[i] + step;
}

}  // namespace fault
