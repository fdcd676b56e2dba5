// A block whose first warp computes a chain while the others wait. Its duration is that of the
// chain, whatever its number of threads.

namespace calibrate {

__global__ void __launch_bounds__(1024) chain_blocks(int steps, float factor, float* ends) {
  float value = factor;
  if (threadIdx.x < 32)
    for (int i = 0; i < steps; ++i) value = fmaf(value, factor, 1.0f);
  __syncthreads();
  if (threadIdx.x == 0) ends[blockIdx.x] = value;
}

}  // namespace calibrate
