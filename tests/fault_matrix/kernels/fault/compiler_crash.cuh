// Nested so deep that a compiler which descends into it runs out of stack, and dies.

namespace fault {

#define TEN(of) of of of of of of of of of of
#define SIGNS TEN(TEN(TEN(TEN(TEN(-)))))

__global__ void compiler_crash(const int* input, int* output, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) output[i] = SIGNS input[i] + 1;
}

}  // namespace fault
