// One block hands data to another through a volatile flag between fences.
// expect: none
// grid: 2
// block: 64
// args: empty:64 zeros:1 empty:64 ramp:64
extern "C" __global__ void kernel(int* data, int* flag, int* out, const int* in) {
  int t = threadIdx.x;
  if (blockIdx.x == 1) {
    data[t] = in[t];
    __syncthreads();
    if (t == 0) {
      __threadfence();
      *(volatile int*)flag = 1;
    }
  } else {
    if (t == 0) {
      while (*(volatile int*)flag == 0)
        ;
      __threadfence();
    }
    __syncthreads();
    out[t] = data[63 - t];
  }
}
