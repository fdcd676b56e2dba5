// Never ends; the stores prevent the compiler from removing the loop.

namespace fault {

__global__ void endless_loop(const int* input, int* output, size_t n) {
  volatile int* word = output + size_t(blockIdx.x) * blockDim.x + threadIdx.x % n;
  for (unsigned x = input[0];; x = x * 1664525u + 1013904223u) *word = int(x);
}

}  // namespace fault
