// The warp-synchronous style with volatile: no data race by the memory model, and in lock step.
// expect: none
// grid: 1
// block: 32
// args: zeros:1 ramp:64
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ volatile int value[64];
  int t = threadIdx.x;
  value[t] = in[t];
  value[t + 32] = in[t + 32];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2)
    if (t < d) value[t] = value[t] + value[t + d];
  if (t == 0) out[0] = value[0];
}
