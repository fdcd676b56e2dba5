#include "common.cuh"

extern "C" __global__ void one(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = fused(a, x[i], y[i]);
}

template <int block>
__global__ void two(float a, const float* x, float* y, int n) {
  for (int i = blockIdx.x * 2 * block + threadIdx.x, end = i + 2 * block; i < end; i += block)
    if (i < n) y[i] = fused(a, x[i], y[i]);
}
