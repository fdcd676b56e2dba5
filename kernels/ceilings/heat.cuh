// A load close to the maximum power without matrix units: chaotic products flip many bits per
// instruction while memory is read and written.

namespace ceilings {

// Updates n 16-byte vectors in turn, one per round. The logistic map does not converge.
__global__ void __launch_bounds__(1024) heat(uint4* vectors, size_t n, int rounds) {
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  float x[8];
  for (int k = 0; k < 8; ++k) x[k] = 0.1f + 0.09f * float(k) + 0.01f * float(threadIdx.x % 32) / 32;
  size_t i = thread % n;
  for (int round = 0; round < rounds; ++round) {
    uint4 vector = vectors[i];
#pragma unroll 16
    for (int step = 0; step < 16; ++step)
#pragma unroll
      for (int k = 0; k < 8; ++k) x[k] = 3.97f * fmaf(-x[k], x[k], x[k]);
    vector.x ^= __float_as_uint(x[0] + x[4]);
    vector.y ^= __float_as_uint(x[1] + x[5]);
    vector.z ^= __float_as_uint(x[2] + x[6]);
    vector.w ^= __float_as_uint(x[3] + x[7]);
    vectors[i] = vector;
    i += threads;
    if (i >= n) i %= n;
  }
}

}  // namespace ceilings
