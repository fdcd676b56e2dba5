// Written by one warp, read by another, and no barrier.
// expect: shared_race
// grid: 1
// block: 64
// args: zeros:64 ramp:64
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int value[64];
  int t = threadIdx.x;
  value[t] = 0;  // FAULT
  __syncthreads();
  value[t] = in[t];     // FAULT
  out[t] = value[63 - t];  // FAULT
}
