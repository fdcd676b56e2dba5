// Two warps write different values into one slot.
// expect: shared_race
// grid: 1
// block: 64
// args: zeros:64 ramp:64
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int last;
  if (threadIdx.x % 32 == 0) last = in[threadIdx.x];  // FAULT
  __syncthreads();
  out[threadIdx.x] = last;
}
