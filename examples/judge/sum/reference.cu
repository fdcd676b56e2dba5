// The sum, and the sum of magnitudes that its rounding error is relative to, in double precision.

namespace {

__device__ double sum_of_block(double value) {
  __shared__ double partial[1024];
  __syncthreads();
  partial[threadIdx.x] = value;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
  }
  __syncthreads();
  return partial[0];
}

}  // namespace

extern "C" __global__ void reference_sum(const float* x, float* sum, float* magnitudes,
                                         unsigned long long n) {
  double plain = 0, magnitude = 0;
  for (unsigned long long i = threadIdx.x; i < n; i += blockDim.x) {
    plain += x[i];
    magnitude += fabs(double{x[i]});
  }
  plain = sum_of_block(plain);
  magnitude = sum_of_block(magnitude);
  if (threadIdx.x == 0) {
    *sum = static_cast<float>(plain);
    *magnitudes = static_cast<float>(magnitude);
  }
}
