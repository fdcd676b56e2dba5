// The same with a release store and an acquire load instead of fences.
// expect: none
// grid: 2
// block: 32
// args: empty:32 zeros:1 empty:32 ramp:32
extern "C" __global__ void kernel(int* data, int* flag, int* out, const int* in) {
  int t = threadIdx.x;
  if (blockIdx.x == 1) {
    data[t] = in[t];
    __syncthreads();
    if (t == 0) asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    int seen = 0;
    if (t == 0)
      while (seen == 0)
        asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    __syncthreads();
    out[t] = data[31 - t];
  }
}
