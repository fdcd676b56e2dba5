// Work of known size: when its time moves during a run, the card did.

namespace ceilings {

// Each thread's products depend on the one before, so the time is `steps` latencies of an FMA: a
// measure of the clock alone.
__global__ void chain(float* out, float factor, int steps) {
  float x = float(threadIdx.x);
  for (int i = 0; i < steps; ++i) x = fmaf(x, factor, 1.0f);
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

}  // namespace ceilings
