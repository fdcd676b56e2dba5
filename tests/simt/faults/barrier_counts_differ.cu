// A named barrier of 64 threads for one warp and of 96 for another.
// expect: barrier_mismatch
// grid: 1
// block: 96
// args: zeros:96 ramp:96
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int value[96];
  int t = threadIdx.x;
  value[t] = in[t];
  if (t < 32)
    asm volatile("bar.sync 1, 64;" ::: "memory");  // FAULT
  else
    asm volatile("bar.sync 1, 96;" ::: "memory");  // FAULT
  __syncthreads();
  out[t] = value[95 - t];
}
