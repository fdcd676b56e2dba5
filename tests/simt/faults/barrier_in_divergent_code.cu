// Half of each warp comes to one barrier, the other half to the next.
// expect: divergent_barrier
// grid: 1
// block: 64
// args: zeros:64 ramp:64
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int value[64];
  int t = threadIdx.x;
  value[t] = in[t];
  if (t % 2 == 0) {
    __syncthreads();  // FAULT
    out[t] = value[t ^ 1];
  } else {
    __syncthreads();  // FAULT
    out[t] = 2 * value[t ^ 1];
  }
}
