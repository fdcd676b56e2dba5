// A block whose first warp works through a chain while the others wait for it: however many threads
// a block has, it lasts as long as the chain.

namespace calibrate {

__global__ void __launch_bounds__(1024) chain_blocks(int steps, float factor, float* ends) {
  float value = factor;
  if (threadIdx.x < 32)
    for (int i = 0; i < steps; ++i) value = fmaf(value, factor, 1.0f);
  __syncthreads();
  if (threadIdx.x == 0) ends[blockIdx.x] = value;
}

}  // namespace calibrate
