// Recurses far deeper than the stack of a thread reaches.

namespace fault {

// Two calls, so that no loop takes the place of the recursion.
__noinline__ __device__ int deep(int levels, const int* input) {
  volatile int frame[16];
  frame[levels & 15] = input[levels & 15];
  if (levels == 0) return 1;
  return deep(levels - 1, input) + frame[(levels + 3) & 15] % 2 * deep(levels / 2, input);
}

__global__ void stack_overflow(const int* input, int* output, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) output[i] = input[i] + deep(1 << 20, input);
}

}  // namespace fault
