// One partial sum per block, each thread reading every 65536th element.

extern "C" __global__ void sum_blocks(const float* x, float* sums, unsigned long long n) {
  __shared__ float partial[256];
  float sum = 0;
  const unsigned long long threads = 1ull * gridDim.x * blockDim.x;
  for (unsigned long long i = 1ull * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
    sum += x[i];
  partial[threadIdx.x] = sum;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}
