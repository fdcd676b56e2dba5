// The slots are overwritten while other warps may still read them.
// expect: shared_race
// grid: 1
// block: 64
// args: zeros:64 ramp:64
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int value[64];
  int t = threadIdx.x;
  value[t] = in[t];
  __syncthreads();
  int other = value[63 - t];  // FAULT
  value[t] = other + 1;       // FAULT
  __syncthreads();
  out[t] = value[t];
}
