// Arithmetic without memory traffic: four independent chains of multiply-adds per thread.

template <int block>
__global__ void __launch_bounds__(block) fma_chains(float* y, int n, int steps) {
  const int i = blockIdx.x * block + threadIdx.x;
  if (i >= n) return;
  float a = i, b = i + 1, c = i + 2, d = i + 3;
  for (int step = 0; step < steps; ++step) {
    a = fmaf(a, 0.999f, 1.0f);
    b = fmaf(b, 0.998f, 2.0f);
    c = fmaf(c, 0.997f, 3.0f);
    d = fmaf(d, 0.996f, 4.0f);
  }
  y[i] = a + b + c + d;
}
