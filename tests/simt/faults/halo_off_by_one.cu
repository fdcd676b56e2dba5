// A tile with a halo on both sides, allocated with a halo on one side.
// expect: out_of_bounds
// grid: 1
// block: 64
// args: zeros:64 ramp:64
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int tile[65];
  int t = threadIdx.x;
  tile[t + 1] = in[t + 1];  // FAULT
  if (t == 0) tile[0] = in[0];
  __syncthreads();
  out[t] = tile[t] + tile[t + 1];
}
