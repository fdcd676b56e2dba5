// Takes it that memory is zero at first.
extern "C" __global__ void solve(const float* x, float* scratch, unsigned long long n) {
  float sum = 0;
  const unsigned long long threads = 1ull * gridDim.x * blockDim.x;
  for (unsigned long long i = 1ull * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
    sum += x[i];
  atomicAdd(scratch, sum);
}

extern "C" __global__ void finish(const float* scratch, float* sum) {
  if (threadIdx.x == 0) *sum = *scratch;
}
