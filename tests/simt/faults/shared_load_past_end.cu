// A tree whose first stride is the block's size.
// expect: out_of_bounds
// grid: 1
// block: 64
// args: zeros:1 ramp:64
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int value[64];
  int t = threadIdx.x;
  value[t] = in[t];
  __syncthreads();
  for (int d = blockDim.x; d > 0; d /= 2) {
    int right = t < d ? value[t + d] : 0;  // FAULT
    __syncthreads();
    value[t] += right;
    __syncthreads();
  }
  if (t == 0) out[0] = value[0];
}
