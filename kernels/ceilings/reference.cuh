// Work of known size. If its time changes during a run, the state of the device has changed.

namespace ceilings {

// Each thread computes a chain of dependent products. The time is `steps` latencies of an FMA and
// depends on the clock alone.
__global__ void chain(float* out, float factor, int steps) {
  float x = float(threadIdx.x);
  for (int i = 0; i < steps; ++i) x = fmaf(x, factor, 1.0f);
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

}  // namespace ceilings
