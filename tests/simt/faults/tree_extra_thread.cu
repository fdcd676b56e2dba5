// One thread too many takes part in each step: it reads and writes a neighbour's slot.
// expect: shared_race missing_syncwarp
// grid: 1
// block: 128
// args: zeros:1 ramp:128
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int value[256];
  int t = threadIdx.x;
  value[t] = in[t];
  value[t + 128] = 0;
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (t <= d) value[t] += value[t + d];  // FAULT
    __syncthreads();
  }
  if (t == 0) out[0] = value[0];
}
