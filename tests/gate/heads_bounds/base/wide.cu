extern "C" __global__ void wide(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
