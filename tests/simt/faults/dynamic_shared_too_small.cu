// The launch gives fewer bytes than the kernel uses.
// expect: out_of_bounds
// grid: 1
// block: 64
// shared: 128
// args: zeros:64 ramp:64
extern "C" __global__ void kernel(int* out, const int* in) {
  extern __shared__ int tile[];
  int t = threadIdx.x;
  tile[t] = in[t];  // FAULT
  __syncthreads();
  if (t < 32) out[t] = tile[31 - t];
}
