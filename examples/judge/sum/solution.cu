// Vector loads, several in flight, and shuffles.

namespace {

__device__ float sum_of_block(float sum) {
  __shared__ float of_warp[8];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return 0;
  sum = threadIdx.x < 8 ? of_warp[threadIdx.x] : 0;
  for (int step = 4; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  return sum;
}

}  // namespace

extern "C" __global__ void solve(const float* x, float* scratch, unsigned long long n) {
  const unsigned long long thread = 1ull * blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned long long threads = 1ull * gridDim.x * blockDim.x;
  const unsigned long long vectors = n / 4;
  const float4* const v = reinterpret_cast<const float4*>(x);
  float sum = 0;
#pragma unroll 4
  for (unsigned long long i = thread; i < vectors; i += threads)
    sum += (v[i].x + v[i].y) + (v[i].z + v[i].w);
  for (unsigned long long i = 4 * vectors + thread; i < n; i += threads) sum += x[i];
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) scratch[blockIdx.x] = sum;
}

extern "C" __global__ void finish(const float* scratch, float* sum) {
  const float total = sum_of_block(scratch[threadIdx.x]);
  if (threadIdx.x == 0) *sum = total;
}
